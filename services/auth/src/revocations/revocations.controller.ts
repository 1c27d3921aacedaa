import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { ListRevokedRequest, ListRevokedResponse } from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { Clock } from '@precis/runtime/clock';
import { RevocationsRepository } from './revocations.repository.js';

@Controller()
export class RevocationsController {
  constructor(
    private readonly revocations: RevocationsRepository,
    private readonly clock: Clock,
  ) {}

  /** Lists ids of sessions and keys that ended since the gateway last asked, so that it drops its cached entries (KEY-4, ACC-20). */
  @Callers('gateway')
  @GrpcMethod('AuthService', 'listRevoked')
  async listRevoked(request: ListRevokedRequest): Promise<ListRevokedResponse> {
    return this.revocations.since(request.cursor, this.clock.now());
  }
}
