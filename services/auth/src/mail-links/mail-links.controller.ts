import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  InspectLinkRequest,
  InspectLinkResponse,
  RedeemMailRequestRequest,
  RedeemMailRequestResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { InspectLink } from './inspect-link.usecase.js';
import { RedeemMailRequest } from './redeem-mail-request.usecase.js';

@Controller()
export class MailLinksController {
  constructor(
    private readonly redeem: RedeemMailRequest,
    private readonly inspect: InspectLink,
  ) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'inspectLink')
  async inspectLink({ token, browserMark }: InspectLinkRequest): Promise<InspectLinkResponse> {
    return this.inspect.execute(token, browserMark);
  }

  @Callers('notifications')
  @GrpcMethod('AuthService', 'redeemMailRequest')
  async redeemMailRequest(request: RedeemMailRequestRequest): Promise<RedeemMailRequestResponse> {
    return this.redeem.execute(request.mailRequestId);
  }
}
