import { Injectable } from '@nestjs/common';
import { PendingReleases } from './pending-releases.js';
import type { MeteredAnswer } from './run-metered-call.usecase.js';
import { UsageOperations } from './usage-operations.client.js';

/**
 * Gives back what was charged for a summary that did not get through (QUOTA-21): that attempt alone, whatever its Idempotency-Key was
 * used for since. Never rejects: while usage is away it waits among the releases. Killed before usage has heard of it, the charge stays.
 */
@Injectable()
export class RefundCharge {
  constructor(
    private readonly usage: UsageOperations,
    private readonly releases: PendingReleases,
  ) {}

  async execute({ accountId, callId, attempt }: NonNullable<MeteredAnswer['charge']>, reason: string): Promise<void> {
    await this.usage
      .apply({ accountId, callId, operation: { $case: 'refund', value: { attempt, reason } } })
      .catch(() => this.releases.add({ accountId, callId, attempt, keyed: true, refund: reason }));
  }
}
