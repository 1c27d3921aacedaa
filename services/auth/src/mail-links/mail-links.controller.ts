import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { RedeemMailRequestRequest, RedeemMailRequestResponse } from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { RedeemMailRequest } from './redeem-mail-request.usecase.js';

@Controller()
export class MailLinksController {
  constructor(private readonly redeem: RedeemMailRequest) {}

  @Callers('notifications')
  @GrpcMethod('AuthService', 'redeemMailRequest')
  async redeemMailRequest(request: RedeemMailRequestRequest): Promise<RedeemMailRequestResponse> {
    return this.redeem.execute(request.mailRequestId);
  }
}
