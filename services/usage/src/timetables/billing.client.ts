import type { OnApplicationShutdown } from '@nestjs/common';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';

/** Short, because a refusal waits for it; never retried within one look-up. */
const DEADLINE_MS = 300;

/** The client of billing. GetTimetable is the only RPC that usage calls there. */
export class BillingClient implements OnApplicationShutdown {
  private readonly rpc: Rpc<typeof BillingServiceService>;

  constructor(address: string, secret: string) {
    this.rpc = connectRpc(BillingServiceService, { address, caller: 'usage', secret });
  }

  /** The account's newest timetable; undefined when billing has not announced any. */
  async timetableOf(accountId: string): Promise<SubscriptionChanged | undefined> {
    return (await this.rpc.getTimetable({ accountId }, { deadlineMs: DEADLINE_MS })).timetable;
  }

  onApplicationShutdown(): void {
    this.rpc.close();
  }
}
