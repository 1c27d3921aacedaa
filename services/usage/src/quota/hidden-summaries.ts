import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { ownResultRef } from '@precis/runtime/own-result-ref';
import { uuidOfFact } from '@precis/runtime/uuid';
import type { EntityManager } from 'typeorm';
import type { AccountQuota } from './account-quota.rule.js';

/**
 * Announces the results that these accounts may no longer read, in the transaction that ended the right to read. Summarisation then deletes those
 * made from the account's own transcripts (SUM-24); usage does not know which ones these are. Most batches hide nothing and need no statement.
 * The event's id is derived from the account and the result. So reading a cancelled job, which reports its hidden result each time, writes one event.
 * An abandoned result has another event, because a gateway that was only cut off may still have it made, and report it afterwards.
 */
export async function announceHidden(
  manager: EntityManager,
  accounts: Iterable<AccountQuota>,
  now: Date,
): Promise<void> {
  const events = [...accounts].flatMap(({ accountId: userId, hidden, abandoned }) => {
    const announced = (fact: string) => (resultRef: string) =>
      EVENTS.summaryHidden.of({ userId, resultRef }, now, uuidOfFact(fact, userId, resultRef));
    return [
      ...[...new Set(hidden)].map(announced('summary-hidden')),
      ...abandoned.map(({ callId, attempt }) => ownResultRef(callId, attempt)).map(announced('summary-abandoned')),
    ];
  });
  if (events.length > 0) await announce(manager, ...events);
}
