import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';

/** A refusal waits for it, so it is short; never repeated within one look. */
const DEADLINE_MS = 300;

/** The one thing that usage asks of billing. */
export class BillingTimetables {
  private readonly rpc: Rpc<typeof BillingServiceService>;

  constructor(address: string, secret: string) {
    this.rpc = connectRpc(BillingServiceService, { address, caller: 'usage', secret });
  }

  /** The account's newest timetable; undefined when billing has not announced any. */
  async of(accountId: string): Promise<SubscriptionChanged | undefined> {
    return (await this.rpc.getTimetable({ accountId }, { deadlineMs: DEADLINE_MS })).timetable;
  }

  close(): void {
    this.rpc.close();
  }
}
