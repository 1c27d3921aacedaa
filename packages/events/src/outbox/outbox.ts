import { activeTraceparent } from '@precis/runtime/tracing/active-trace';
import { randomUUIDv7 } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Announcement, NewEvent } from '../catalogue/event-type.js';
import { currentCorrelation, EVENT_TYPE, isEventKey } from '../event-message.js';
import { noteAnnouncement } from './announcements.js';
import { murmur2 } from './murmur2.js';
import { laneOf } from './outbox-table.js';

/** A Kafka broker refuses a record above 1 MiB by default. When we refuse it here, its author sees the fault, and the relay is never blocked. */
export const MAX_PAYLOAD_BYTES = 900_000;

/** First half of the advisory locks of outbox keys; any number that no other lock uses. */
const KEY_LOCK = 7_210_003;
/**
 * How long one attempt waits for a key's lock. A stalled commit keeps its keys locked: each waiter holds a connection, and the waiters of one key
 * would use up the whole pool. `inTransaction` repeats the step for a few seconds, and other steps get the connection between two attempts. In one
 * such second about a thousand transactions in a row can lock the same key.
 */
const KEY_WAIT_MS = 1_000;

/**
 * Writes rows into the outbox in the business transaction: both commit or neither does. Services call `announce`; addToOutbox also accepts rows that
 * are not in the catalogue. It keeps other transactions from announcing for the same key until this transaction ends. Otherwise the transaction that
 * wrote first could commit last, and the relay would publish the events of a key in the wrong order.
 */
export async function addToOutbox(manager: EntityManager, ...events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  if (!manager.queryRunner?.isTransactionActive)
    throw new Error('addToOutbox needs the manager of an open transaction');
  for (const event of events) refuseUnusable(event);
  // Sorted, so that two transactions never take the same locks in opposite order.
  const locks = [...new Set(events.map((event) => murmur2(Buffer.from(`${event.topic} ${event.key}`))))].sort(
    (a, b) => a - b,
  );
  // One statement: the limit must be set before the first wait for a lock.
  await manager.query(
    `WITH limited AS MATERIALIZED (SELECT set_config('lock_timeout', '${KEY_WAIT_MS}', true))
     SELECT pg_advisory_xact_lock($1, k) FROM limited, unnest($2::int[]) AS k`,
    [KEY_LOCK, locks],
  );
  const correlation = currentCorrelation();
  const ids = events.map(({ eventId }) => eventId ?? randomUUIDv7());
  await manager.query(
    `INSERT INTO outbox (event_id, topic, lane, key, type, payload, occurred_at, correlation_id, traceparent)
     SELECT e.*, $8, $9 FROM unnest($1::uuid[], $2::text[], $3::smallint[], $4::text[], $5::text[], $6::bytea[], $7::timestamptz[]) AS e
     ON CONFLICT (event_id) DO NOTHING`,
    [
      ids,
      events.map((event) => event.topic),
      events.map((event) => laneOf(event.topic, event.key)),
      events.map((event) => event.key),
      events.map((event) => event.type),
      events.map((event) => Buffer.from(event.payload)),
      events.map((event) => (event.occurredAt ?? new Date()).toISOString()),
      // May come from outside; Postgres refuses a NUL in text.
      clean(correlation?.correlationId ?? ids[0]),
      activeTraceparent() ?? null,
    ],
  );
  noteAnnouncement(manager.dataSource);
}

/**
 * Announces events in the business transaction (OPS-6): `announce(manager, EVENTS.x.of(message, now), ...)`. Call it last, because it locks the
 * events' keys until the commit. A key that others keep locked for a second ends the attempt with 55P03, and `inTransaction` repeats it for about
 * three seconds. Then gRPC callers get `unavailable`: nothing was done, and a retry may succeed.
 */
export const announce: (manager: EntityManager, ...events: Announcement[]) => Promise<void> = addToOutbox;

const clean = (text: string): string => text.replaceAll('\u0000', '').slice(0, 200);

function refuseUnusable(event: NewEvent): void {
  // The same rule as in decodeEvent: announced events must be decodable.
  if (!event.topic || !isEventKey(event.key) || !EVENT_TYPE.test(event.type))
    throw new Error('an event needs a topic, a key of at most 200 characters and a type like user-registered');
  if (event.payload.byteLength > MAX_PAYLOAD_BYTES) {
    throw new Error(`event ${event.type} has ${event.payload.byteLength} bytes, ${MAX_PAYLOAD_BYTES} are allowed`);
  }
}
