import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  FindAccountRequest,
  FindAccountResponse,
  GetUserRequest,
  GetUserResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { FindAccount } from './find-account.usecase.js';
import { GetUser } from './get-user.usecase.js';

@Controller()
export class UsersController {
  constructor(
    private readonly user: GetUser,
    private readonly account: FindAccount,
  ) {}

  @Callers('gateway', 'standalone')
  @GrpcMethod('AuthService', 'getUser')
  async getUser(request: GetUserRequest): Promise<GetUserResponse> {
    return { user: await this.user.execute(request.accountId) };
  }

  @Callers('operator', 'standalone')
  @GrpcMethod('AuthService', 'findAccount')
  async findAccount(request: FindAccountRequest): Promise<FindAccountResponse> {
    return this.account.execute(request.emailOrAccount);
  }
}
