import type { Invariant } from './invariant.js';
import { BOOKS } from './open-books.js';

/** Work may take this many times the grace of an event: 5 minutes with a grace of 60 s. */
const GRACES = 5;

/** Reservations of waiting callers. Jobs are left out: no caller waits for them, and their reservation may last an hour (QUOTA-10). */
const RESERVED = `SELECT call_id, account_id, reserved_at FROM metered_calls
  WHERE state = 'reserved' AND mode = 'sync' AND reserved_at <= now() - make_interval(secs => $1) ORDER BY id`;

/**
 * Only the first waiting event of a key counts, and only after its next attempt was due, because the later events wait for it. If the first event has
 * no time for its next attempt, it would wait for ever: finishing the event before it should have set that time.
 */
const PARKED = `SELECT consumer_group, type, event_id, next_try_at FROM consumed_events c
  WHERE state = 'parked' AND coalesce(next_try_at, consumed_at) <= now() - make_interval(secs => $1)
    AND NOT EXISTS (SELECT FROM consumed_events ahead WHERE ahead.consumer_group = c.consumer_group AND ahead.topic = c.topic AND ahead.key = c.key
      AND ahead.state IN ('parked', 'dead') AND ahead.position < c.position)
  ORDER BY position`;

/** I7: no reservation and no parked event stays in a non-final state for more than 5 minutes after the last outage. */
export const finalStates: Invariant = {
  name: 'I7 final-states',
  async check(books) {
    const limitSeconds = GRACES * books.graceSeconds;
    const reserved = await books.read('usage', RESERVED, [limitSeconds]);
    const faults = reserved.map(
      (call) =>
        `call ${call.call_id} of account ${call.account_id} is reserved since ${call.reserved_at.toISOString()}`,
    );
    const counted = { calls: 0, reserved: 0, parked: 0 };
    [{ calls: counted.calls, reserved: counted.reserved }] = (await books.read(
      'usage',
      `SELECT count(*)::int AS calls, count(*) FILTER (WHERE state = 'reserved')::int AS reserved FROM metered_calls`,
    )) as { calls: number; reserved: number }[];
    for (const book of BOOKS) {
      counted.parked += (
        await books.read(book, `SELECT count(*)::int AS n FROM consumed_events WHERE state = 'parked'`)
      )[0].n;
      const waiting = await books.read(book, PARKED, [limitSeconds]);
      faults.push(
        ...waiting.map(
          (event) =>
            `${event.type} ${event.event_id} is parked at ${event.consumer_group} and was due ${event.next_try_at?.toISOString() ?? 'never'}`,
        ),
      );
    }
    return { counted, faults };
  },
};
