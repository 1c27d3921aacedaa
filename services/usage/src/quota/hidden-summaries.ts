import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { EntityManager } from 'typeorm';
import type { AccountQuota } from './account-quota.rule.js';

/**
 * Tells summarisation which results these accounts may not read any more, in the transaction that took the right away: one that was made of
 * the account's own transcript goes (SUM-24). Of which kind a result is usage does not know. Most batches hide nothing and cost no statement.
 */
export async function announceHidden(
  manager: EntityManager,
  accounts: Iterable<AccountQuota>,
  now: Date,
): Promise<void> {
  const events = [...accounts].flatMap(({ accountId: userId, hidden }) =>
    [...new Set(hidden)].map((resultRef) => EVENTS.summaryHidden.of({ userId, resultRef }, now)),
  );
  if (events.length > 0) await announce(manager, ...events);
}
