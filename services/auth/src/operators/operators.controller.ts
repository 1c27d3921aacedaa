import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  EndSessionsByOperatorRequest,
  EndSessionsByOperatorResponse,
  InspectAccountRequest,
  InspectAccountResponse,
  NoteOperatorActionRequest,
  NoteOperatorActionResponse,
  ResendMailRequest,
  ResendMailResponse,
  ResumeAccountRequest,
  ResumeAccountResponse,
  SuspendAccountRequest,
  SuspendAccountResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { EndSessionsByOperator } from './end-sessions-by-operator.usecase.js';
import { InspectAccount } from './inspect-account.usecase.js';
import { NoteOperatorAction } from './note-operator-action.usecase.js';
import { ResendMail } from './resend-mail.usecase.js';
import { ResumeAccount } from './resume-account.usecase.js';
import { SuspendAccount } from './suspend-account.usecase.js';

@Controller()
export class OperatorsController {
  constructor(
    private readonly inspect: InspectAccount,
    private readonly suspend: SuspendAccount,
    private readonly resume: ResumeAccount,
    private readonly resend: ResendMail,
    private readonly endSessions: EndSessionsByOperator,
    private readonly noteAction: NoteOperatorAction,
  ) {}

  @Callers('operator')
  @GrpcMethod('AuthService', 'inspectAccount')
  async inspectAccount(request: InspectAccountRequest): Promise<InspectAccountResponse> {
    return this.inspect.execute(request.accountId, request.operator);
  }

  @Callers('operator')
  @GrpcMethod('AuthService', 'suspendAccount')
  async suspendAccount(request: SuspendAccountRequest): Promise<SuspendAccountResponse> {
    await this.suspend.execute(request.accountId, request.operator);
    return {};
  }

  @Callers('operator')
  @GrpcMethod('AuthService', 'resumeAccount')
  async resumeAccount(request: ResumeAccountRequest): Promise<ResumeAccountResponse> {
    await this.resume.execute(request.accountId, request.operator);
    return {};
  }

  @Callers('operator')
  @GrpcMethod('AuthService', 'resendMail')
  async resendMail(request: ResendMailRequest): Promise<ResendMailResponse> {
    await this.resend.execute(request.accountId, request.kind, request.operator);
    return {};
  }

  @Callers('operator')
  @GrpcMethod('AuthService', 'endSessionsByOperator')
  async endSessionsByOperator(request: EndSessionsByOperatorRequest): Promise<EndSessionsByOperatorResponse> {
    return { ended: await this.endSessions.execute(request.accountId, request.operator) };
  }

  @Callers('operator')
  @GrpcMethod('AuthService', 'noteOperatorAction')
  async noteOperatorAction(request: NoteOperatorActionRequest): Promise<NoteOperatorActionResponse> {
    await this.noteAction.execute(request);
    return {};
  }
}
