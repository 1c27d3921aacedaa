import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { ListRevokedRequest, ListRevokedResponse } from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { ListRevoked } from './list-revoked.usecase.js';

@Controller()
export class RevocationsController {
  constructor(private readonly revoked: ListRevoked) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'listRevoked')
  async listRevoked(request: ListRevokedRequest): Promise<ListRevokedResponse> {
    return this.revoked.execute(request.cursor);
  }
}
