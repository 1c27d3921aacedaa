import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { uuidOfFact } from '@precis/runtime/uuid';
import type { EntityManager } from 'typeorm';
import type { AccountQuota } from './account-quota.rule.js';

/**
 * Announces the results that these accounts may no longer read, in the transaction that ended the right to read. Summarisation then deletes those
 * made from the account's own transcripts (SUM-24); usage does not know which ones these are. Most batches hide nothing and need no statement.
 * The event's id is derived from the account and the result. So reading a cancelled job, which reports its hidden result each time, writes one event.
 */
export async function announceHidden(
  manager: EntityManager,
  accounts: Iterable<AccountQuota>,
  now: Date,
): Promise<void> {
  const events = [...accounts].flatMap(({ accountId: userId, hidden }) =>
    [...new Set(hidden)].map((resultRef) =>
      EVENTS.summaryHidden.of({ userId, resultRef }, now, uuidOfFact('summary-hidden', userId, resultRef)),
    ),
  );
  if (events.length > 0) await announce(manager, ...events);
}
