import { Controller, Inject } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  BeginGoogleResponse,
  FinishGoogleRequest,
  FinishGoogleResponse,
  KeepByGoogleRequest,
  KeepByGoogleResponse,
  LinkGoogleRequest,
  LinkGoogleResponse,
  RedeemHandoffRequest,
  RedeemHandoffResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { DomainError } from '@precis/runtime/domain-error';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { BeginGoogle } from './begin-google.usecase.js';
import { FinishGoogle } from './finish-google.usecase.js';
import { KeepByGoogle } from './keep-by-google.usecase.js';
import { LinkGoogle } from './link-google.usecase.js';
import { RedeemHandoff } from './redeem-handoff.usecase.js';

@Controller()
export class GoogleController {
  constructor(
    private readonly begin: BeginGoogle,
    private readonly finish: FinishGoogle,
    private readonly redeem: RedeemHandoff,
    private readonly link: LinkGoogle,
    private readonly keep: KeepByGoogle,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'beginGoogle')
  async beginGoogle(): Promise<BeginGoogleResponse> {
    return this.begin.execute().catch((error: unknown) => this.note(error));
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'finishGoogle')
  async finishGoogle(request: FinishGoogleRequest): Promise<FinishGoogleResponse> {
    return this.finish.execute(request).catch((error: unknown) => this.note(error));
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'redeemHandoff')
  async redeemHandoff({ handoffToken, transaction }: RedeemHandoffRequest): Promise<RedeemHandoffResponse> {
    return this.redeem.execute(handoffToken, transaction);
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'linkGoogle')
  async linkGoogle(request: LinkGoogleRequest): Promise<LinkGoogleResponse> {
    return this.link.execute(request);
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'keepByGoogle')
  async keepByGoogle(request: KeepByGoogleRequest): Promise<KeepByGoogleResponse> {
    return this.keep.execute(request);
  }

  /** Logs the cause of a failure: the user gets only a code, and only an operator can correct a wrong setting. */
  private note(error: unknown): never {
    if (error instanceof DomainError && error.cause instanceof Error) {
      const { message, cause } = error.cause;
      const beneath = cause instanceof Error ? `: ${cause.message}` : '';
      this.logger.warn({ code: error.code, err: { message: `${message}${beneath}` } }, 'a sign-in by Google failed');
    }
    throw error;
  }
}
