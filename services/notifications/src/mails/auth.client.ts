import type { OnApplicationShutdown } from '@nestjs/common';
import {
  AuthServiceService,
  type GetRecipientResponse,
  type RedeemMailRequestResponse,
} from '@precis/proto/auth/v1/auth';
import { DomainError } from '@precis/runtime/domain-error';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';

/** Time limit of one attempt; a call whose transport fails is repeated once. */
export const AUTH_DEADLINE_MS = 1_500;

/** The calls of notifications to auth when it sends. */
export class AuthClient implements OnApplicationShutdown {
  private readonly rpc: Rpc<typeof AuthServiceService>;

  constructor(address: string, secret: string) {
    this.rpc = connectRpc(AuthServiceService, { address, caller: 'notifications', secret });
  }

  /** Returns address, name and link of a mail request; the same at every call. Undefined when it is superseded, or deleted with its account. */
  async redeem(mailRequestId: string, correlationId: string): Promise<RedeemMailRequestResponse | undefined> {
    try {
      const answer = await this.rpc.redeemMailRequest({ mailRequestId }, this.options(correlationId));
      return answer.superseded ? undefined : answer;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'mail_request_unknown') return undefined;
      throw error;
    }
  }

  /** Returns address and name of an account; the address is empty when there is no recipient. */
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
