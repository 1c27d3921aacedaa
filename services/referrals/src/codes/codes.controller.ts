import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  CheckCodeRequest,
  CheckCodeResponse,
  GetCodeRequest,
  GetCodeResponse,
} from '@precis/proto/referrals/v1/referrals';
import { Callers } from '@precis/runtime/callers.guard';
import { accountIdOf } from '../accounts/account-id.js';
import { CheckCode } from './check-code.usecase.js';
import { GetCode } from './get-code.usecase.js';

@Controller()
export class CodesController {
  constructor(
    private readonly get: GetCode,
    private readonly check: CheckCode,
  ) {}

  @GrpcMethod('ReferralsService', 'getCode')
  @Callers('gateway')
  async getCode(request: GetCodeRequest): Promise<GetCodeResponse> {
    return { code: await this.get.execute(accountIdOf(request)) };
  }

  /** The gateway limits the calls of one address. */
  @GrpcMethod('ReferralsService', 'checkCode')
  @Callers('gateway')
  async checkCode({ code }: CheckCodeRequest): Promise<CheckCodeResponse> {
    return { known: await this.check.execute(code) };
  }
}
