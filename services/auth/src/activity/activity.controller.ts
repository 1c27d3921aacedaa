import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { ListActivityRequest, ListActivityResponse } from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { ListActivity } from './list-activity.usecase.js';

@Controller()
export class ActivityController {
  constructor(private readonly list: ListActivity) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'listActivity')
  async listActivity(request: ListActivityRequest): Promise<ListActivityResponse> {
    const { entries, more } = await this.list.execute(request.accountId, request.before, request.limit);
    return {
      entries: entries.map(({ id, at, kind, by, client, address, times, firstAt }) => ({
        id,
        atMs: at.getTime(),
        kind,
        by,
        client,
        address,
        times,
        firstAtMs: firstAt.getTime(),
      })),
      more,
    };
  }
}
