import type { OnApplicationShutdown } from '@nestjs/common';
import { AuthServiceService, type RedeemMailRequestResponse } from '@precis/proto/auth/v1/auth';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';

const DEADLINE_MS = 1_500;

/** The one thing that notifications asks of auth. */
export class AuthClient implements OnApplicationShutdown {
  private readonly rpc: Rpc<typeof AuthServiceService>;

  constructor(address: string, secret: string) {
    this.rpc = connectRpc(AuthServiceService, { address, caller: 'notifications', secret });
  }

  /** Address, name and link of a mail request, or superseded; the same at every call. */
  async redeem(mailRequestId: string, correlationId: string): Promise<RedeemMailRequestResponse> {
    return this.rpc.redeemMailRequest({ mailRequestId }, { deadlineMs: DEADLINE_MS, idempotent: true, correlationId });
  }

  onApplicationShutdown(): void {
    this.rpc.close();
  }
}
