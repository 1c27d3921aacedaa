import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  CloseAccountRequest,
  CloseAccountResponse,
  ExportAccountRequest,
  ExportAccountResponse,
  GetRecipientRequest,
  GetRecipientResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { CloseAccount } from './close-account.usecase.js';
import { ExportAccount } from './export-account.usecase.js';
import { GetRecipient } from './get-recipient.usecase.js';

@Controller()
export class AccountsController {
  constructor(
    private readonly close: CloseAccount,
    private readonly exporting: ExportAccount,
    private readonly recipient: GetRecipient,
  ) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'closeAccount')
  async closeAccount(request: CloseAccountRequest): Promise<CloseAccountResponse> {
    return { erasedAtMs: (await this.close.execute(request)).getTime() };
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'exportAccount')
  async exportAccount(request: ExportAccountRequest): Promise<ExportAccountResponse> {
    return { json: await this.exporting.execute(request.accountId, request.visitor) };
  }

  @Callers('notifications', 'usage')
  @GrpcMethod('AuthService', 'getRecipient')
  async getRecipient(request: GetRecipientRequest): Promise<GetRecipientResponse> {
    return this.recipient.execute(request.accountId);
  }
}
