import type { Finding, Invariant } from './invariant.js';
import { REACTIONS } from './reactions.js';

/** Events that notifications handles without a mail: an erasure, and events with webhooks only (HOOK-2). */
const SILENT = new Set(['user-deleted', 'job-ended', 'batch-ended']);
/** Mails that no event asks for: notifications itself decides on them, so their ids belong to no event. */
const WITHOUT_EVENT = ['webhook-disabled'];
const MAILING = REACTIONS.filter(({ to, type }) => to === 'notifications' && !SILENT.has(type)).map(({ type }) => type);

/**
 * How far the audit looks back. After the retention of an event's topic, notifications deletes its record of the event. After 90 days it deletes the
 * delivery, also where the topic, and so the record of the event, is kept for ever. This time is less than both.
 */
const KEPT = `interval '25 days'`;
/** Longer than all attempts of a mail together; a sender takes a due mail within a second. */
const OVERDUE = `interval '4 hours'`;

/** Rows of a release without `created_at` got it when the column was added: they are at least as old as their decision. */
const BOTH = `
  SELECT event_id, e.event_id IS NOT NULL OR d.kind = ANY($2) AS handled, e.consumed_at, d.event_id IS NOT NULL AS written,
    d.state, d.cause, d.next_try_at, d.created_at, d.next_try_at <= now() - ${OVERDUE} AS overdue
  FROM (SELECT event_id, consumed_at FROM consumed_events WHERE type = ANY($1) AND state = 'done') e
  FULL JOIN (SELECT event_id::text, kind, state, cause, least(created_at, decided_at) AS created_at, next_try_at FROM deliveries) d USING (event_id)`;

/**
 * Every handled event of the last 25 days that asks for a mail has exactly one delivery, and no delivery is without its event (MAIL-2, DATA-14),
 * except the mails that no event asks for (HOOK-11). There is no grace, because both commit at once. No delivery waits longer than all its attempts
 * take, and none is dead. For a dead one, run `mails.main.js retry` after its cause is removed (MAIL-12).
 */
export const mails: Invariant = {
  name: 'mails',
  async check(books) {
    const [counted] = await books.read<Finding['counted']>(
      'notifications',
      `SELECT count(*)::int AS mails, count(*) FILTER (WHERE state = 'queued')::int AS waiting FROM (${BOTH}) b`,
      [MAILING, WITHOUT_EVENT],
    );
    const wrong = await books.read(
      'notifications',
      `SELECT * FROM (${BOTH}) b
       WHERE (NOT written AND consumed_at > now() - ${KEPT}) OR state = 'dead' OR overdue OR (NOT handled AND created_at > now() - ${KEPT}) ORDER BY event_id`,
      [MAILING, WITHOUT_EVENT],
    );
    return { counted, faults: wrong.map((mail) => faultOf(mail)) };
  },
};

function faultOf(mail: Record<string, any>): string {
  const name = `the mail of event ${mail.event_id}`;
  if (!mail.written) return `${name} has no delivery, and the event was handled`;
  if (!mail.handled) return `${name} has a delivery, and the event was not handled`;
  if (mail.state === 'dead') return `${name} is dead: ${mail.cause ?? 'no cause'}`;
  return `${name} waits and was due ${mail.next_try_at.toISOString()}`;
}
