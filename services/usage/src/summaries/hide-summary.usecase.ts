import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isCanonicalUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { announceHidden } from '../quota/hidden-summaries.js';
import { QuotaRepository } from '../quota/quota.repository.js';
import { isReadable } from './reading-right.rule.js';
import { summaryNotFound } from './summaries.errors.js';
import { SummariesRepository } from './summaries.repository.js';

/**
 * Deletes a summary from its owner's list, which ends the right to read it; the call stays charged (SUM-12). The event by which summarisation deletes
 * a result of the account's own transcript (SUM-24) is in the same transaction, under the account's lock. After a crash before the commit nothing has
 * changed; after it, the outbox publishes the event, and a repeat finds no summary.
 */
@Injectable()
export class HideSummary {
  constructor(
    private readonly database: DataSource,
    private readonly quotas: QuotaRepository,
    private readonly summaries: SummariesRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws not_found unless the account may read it now. */
  async execute(accountId: string, callId: string): Promise<void> {
    const now = this.clock.now();
    // Looked up first, because locking an account creates a row for one that has none.
    if (!isCanonicalUuid(callId) || !(await this.summaries.find(accountId, callId, now))) throw summaryNotFound();
    await inTransaction(this.database, async (manager) => {
      const wanted = [{ accountId, callIds: [callId], idemHashes: [] }];
      const accounts = await this.quotas.lockAccounts(manager, wanted, now);
      const account = accounts.get(accountId)!;
      const call = account.callOf(callId);
      if (!call || !isReadable(call, now)) throw summaryNotFound();
      account.change(call, () => call.hide(now));
      await this.quotas.save(manager, accounts.values());
      await announceHidden(manager, accounts.values(), now);
    });
  }
}
