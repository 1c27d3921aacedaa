import type { OnApplicationShutdown } from '@nestjs/common';
import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';

/** After this time, or when the transport fails, a second attempt begins beside the first. Both together have twice this time. */
const DEADLINE_MS = 1_500;

/** The only RPC that usage calls at auth. Its answer also has address and name, which are not read. */
export class AuthAccounts implements OnApplicationShutdown {
  private readonly rpc: Rpc<typeof AuthServiceService>;

  constructor(address: string, secret: string) {
    this.rpc = connectRpc(AuthServiceService, { address, caller: 'usage', secret });
  }

  /** Whether the account is suspended, or closed and not yet erased. */
  async isStopped(accountId: string, correlationId: string): Promise<boolean> {
    const options = { deadlineMs: DEADLINE_MS, idempotent: true, correlationId };
    return (await this.rpc.getRecipient({ accountId }, options)).isStopped;
  }

  onApplicationShutdown(): void {
    this.rpc.close();
  }
}
