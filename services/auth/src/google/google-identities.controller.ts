import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  ListGoogleIdentitiesRequest,
  ListGoogleIdentitiesResponse,
  UnlinkGoogleRequest,
  UnlinkGoogleResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { ListGoogleIdentities } from './list-google-identities.usecase.js';
import { UnlinkGoogle } from './unlink-google.usecase.js';

@Controller()
export class GoogleIdentitiesController {
  constructor(
    private readonly list: ListGoogleIdentities,
    private readonly unlink: UnlinkGoogle,
  ) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'listGoogleIdentities')
  async listGoogleIdentities({ accountId }: ListGoogleIdentitiesRequest): Promise<ListGoogleIdentitiesResponse> {
    const { identities, removable } = await this.list.execute(accountId);
    return {
      identities: identities.map(({ id, email, linkedAt, lastUsedAt }) => ({
        id,
        email,
        linkedAtMs: linkedAt.getTime(),
        lastUsedAtMs: lastUsedAt?.getTime() ?? 0,
      })),
      removable,
    };
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'unlinkGoogle')
  async unlinkGoogle(request: UnlinkGoogleRequest): Promise<UnlinkGoogleResponse> {
    await this.unlink.execute(request);
    return {};
  }
}
