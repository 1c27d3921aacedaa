import { Inject, Injectable } from '@nestjs/common';
import { PendingReleases } from './pending-releases.js';
import type { MeteredAnswer } from './run-metered-call.usecase.js';
import { OPERATIONS, type UsageOperations } from '../rpc-clients.js';

/**
 * Refunds the charge of a summary that did not reach its client (QUOTA-21). It refunds that attempt alone, even if its Idempotency-Key was used
 * since. Never rejects: while usage is unavailable, the refund waits among the pending releases. If the process is killed before usage has received
 * it, the charge stays.
 */
@Injectable()
export class RefundCharge {
  constructor(
    @Inject(OPERATIONS) private readonly usage: UsageOperations,
    private readonly releases: PendingReleases,
  ) {}

  async execute({ accountId, callId, attempt }: NonNullable<MeteredAnswer['charge']>, reason: string): Promise<void> {
    await this.usage
      .ask({ accountId, callId, operation: { $case: 'refund', value: { attempt, reason } } })
      .catch(() => this.releases.add({ accountId, callId, attempt, keyed: true, refund: reason }));
  }
}
