import type { OnApplicationShutdown } from '@nestjs/common';
import {
  AuthServiceService,
  type GetRecipientResponse,
  type RedeemMailRequestResponse,
} from '@precis/proto/auth/v1/auth';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';

/** Of one try; a call whose transport fails is repeated once. */
export const AUTH_DEADLINE_MS = 1_500;

/** What notifications asks of auth when it sends. */
export class AuthClient implements OnApplicationShutdown {
  private readonly rpc: Rpc<typeof AuthServiceService>;

  constructor(address: string, secret: string) {
    this.rpc = connectRpc(AuthServiceService, { address, caller: 'notifications', secret });
  }

  /** Address, name and link of a mail request, or superseded; the same at every call. */
  async redeem(mailRequestId: string, correlationId: string): Promise<RedeemMailRequestResponse> {
    return this.rpc.redeemMailRequest({ mailRequestId }, this.options(correlationId));
  }

  /** Address and name of an account; the address is empty when there is nobody to write to. */
  async recipient(accountId: string, correlationId: string): Promise<GetRecipientResponse> {
    return this.rpc.getRecipient({ accountId }, this.options(correlationId));
  }

  onApplicationShutdown(): void {
    this.rpc.close();
  }

  private options(correlationId: string) {
    return { deadlineMs: AUTH_DEADLINE_MS, idempotent: true, correlationId };
  }
}
