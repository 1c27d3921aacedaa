import type { DataSource, EntityManager } from 'typeorm';
import type { ReceivedMessage } from '../bus.js';
import type { DecodedEvent } from '../event-message.js';

/** claimed = to be handled now; behind = must wait, because an earlier event of its key is not done; known = recorded at an earlier delivery. */
export type Claim = 'claimed' | 'behind' | 'known';

/** How a failed event is recorded. */
export interface Setback {
  state: 'parked' | 'dead';
  attempts: number;
  /** Null for an event that waits for an earlier one of its key: it becomes due when that one is finished. */
  delayMs: number | null;
  cause: string | null;
}

/** First half of the advisory locks of keys with waiting events; the trigger wake_next_event takes the same lock. */
const WAITING_LOCK = 7_210_004;

/**
 * Keeps others from finishing a waiting event of this key until the transaction ends. Without it, an event could be recorded as waiting for one that
 * is being finished at that moment, and would never become due.
 */
export async function lockWaitingKey(manager: EntityManager, group: string, topic: string, key: string): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock($1, hashtext(concat_ws(' ', $2::text, $3::text, $4::text)))`, [
    WAITING_LOCK,
    group,
    topic,
    key,
  ]);
}

/**
 * Writes the event's row in the handler's transaction. A second delivery finds the row (or waits for the transaction that is writing it) and runs no
 * handler.
 */
export async function claimEvent(
  manager: EntityManager,
  group: string,
  message: ReceivedMessage,
  event: DecodedEvent,
): Promise<Claim> {
  const claim = await tryClaim(manager, group, message, event);
  if (claim !== 'behind') return claim;
  await lockWaitingKey(manager, group, message.topic, event.key);
  return tryClaim(manager, group, message, event);
}

async function tryClaim(
  manager: EntityManager,
  group: string,
  message: ReceivedMessage,
  event: DecodedEvent,
): Promise<Claim> {
  const [row] = await manager.query(
    `WITH ahead AS (
       SELECT 1 FROM consumed_events WHERE consumer_group = $1 AND topic = $3 AND key = $6 AND state IN ('parked', 'dead') LIMIT 1
     ), claimed AS (
       INSERT INTO consumed_events (consumer_group, event_id, topic, partition, "offset", key, type, state, attempts)
       SELECT $1, $2, $3, $4, $5, $6, $7, 'done', 1 WHERE NOT EXISTS (SELECT 1 FROM ahead)
       ON CONFLICT DO NOTHING RETURNING 1
     )
     SELECT EXISTS (SELECT 1 FROM claimed) AS claimed, EXISTS (SELECT 1 FROM ahead) AS behind`,
    [group, event.eventId, message.topic, message.partition, message.offset, event.key, event.type],
  );
  return row.claimed ? 'claimed' : row.behind ? 'behind' : 'known';
}

/** Stores an event that could not be handled, with everything needed to handle it later. A repeat changes nothing. */
export async function recordSetback(
  manager: EntityManager,
  group: string,
  message: ReceivedMessage,
  event: Pick<DecodedEvent, 'eventId'> & { key: string | null; type: string | null },
  setback: Setback,
): Promise<void> {
  await manager.query(
    `INSERT INTO consumed_events
       (consumer_group, event_id, topic, partition, "offset", key, type, state, attempts, next_try_at, headers, bytes, cause)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + $10::float8 * interval '1 millisecond', $11::jsonb, $12, $13)
     ON CONFLICT DO NOTHING`,
    [
      group,
      event.eventId,
      message.topic,
      message.partition,
      message.offset,
      event.key,
      event.type,
      setback.state,
      setback.attempts,
      setback.delayMs,
      storable(message.headers),
      message.value === null ? null : Buffer.from(message.value),
      setback.cause,
    ],
  );
}

/** Makes JSON that jsonb accepts: it refuses NUL, which a foreign header may contain. */
function storable(headers: Record<string, string>): string {
  const clean = (text: string) => text.replaceAll('\u0000', '\ufffd');
  return JSON.stringify(
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [clean(name), clean(value)])),
  );
}

/** The text of an error for `cause`: name and message, no stack, no parameters. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replaceAll('\u0000', '\ufffd').slice(0, 2_000);
}

/** A parked event, locked for its next attempt. */
export interface WaitingEvent {
  eventId: string;
  attempts: number;
  message: ReceivedMessage;
}

/** No earlier event of the key waits, so that keys keep their order. */
const FIRST_OF_ITS_KEY = `NOT EXISTS (
  SELECT 1 FROM consumed_events e WHERE e.consumer_group = w.consumer_group AND e.topic = w.topic AND e.key = w.key
  AND e.state IN ('parked', 'dead') AND e.position < w.position)`;

/**
 * Ids of due events. Events that wait for another one have no due time: a dead event blocks all later ones of its key, and they cost nothing. Uses
 * `now()`, because an index cannot be searched for a time that changes within the statement.
 */
export async function dueEvents(database: DataSource, group: string, limit: number): Promise<string[]> {
  const rows: { event_id: string }[] = await database.query(
    `SELECT event_id FROM consumed_events WHERE consumer_group = $1 AND state = 'parked' AND next_try_at <= now() ORDER BY next_try_at LIMIT $2`,
    [group, limit],
  );
  return rows.map((row) => row.event_id);
}

/**
 * Locks an event until the transaction ends. Returns undefined when another process has locked it, when it is no longer due, or when it is not the
 * first of its key. In the last case it also clears the due time of all events of the key but the first.
 */
export async function takeEvent(
  manager: EntityManager,
  group: string,
  eventId: string,
): Promise<WaitingEvent | undefined> {
  const [row] = await manager.query(
    `SELECT event_id, attempts, topic, partition, "offset", key, headers, bytes FROM consumed_events w
     WHERE consumer_group = $1 AND event_id = $2 AND state = 'parked' AND next_try_at <= clock_timestamp() AND ${FIRST_OF_ITS_KEY}
     FOR UPDATE SKIP LOCKED`,
    [group, eventId],
  );
  if (!row) {
    await clearDueTimesOfWaiting(manager, group, eventId);
    return undefined;
  }
  const { topic, partition, offset, key, headers, bytes } = row;
  return { eventId, attempts: row.attempts, message: { topic, partition, offset, key, headers, value: bytes } };
}

/**
 * Clears the due time of events that are due but not the first of their key: recorded by an older release, failed because the lock of their key timed
 * out, or replayed before an earlier one. With a due time they would crowd out the really due ones.
 */
async function clearDueTimesOfWaiting(manager: EntityManager, group: string, eventId: string): Promise<void> {
  const [row] = await manager.query(
    `SELECT topic, key FROM consumed_events w WHERE consumer_group = $1 AND event_id = $2 AND state = 'parked' AND next_try_at IS NOT NULL AND NOT ${FIRST_OF_ITS_KEY}`,
    [group, eventId],
  );
  if (!row) return;
  await lockWaitingKey(manager, group, row.topic, row.key);
  await manager.query(
    `UPDATE consumed_events SET next_try_at = NULL
     WHERE consumer_group = $1 AND topic = $2 AND key = $3 AND state = 'parked' AND next_try_at IS NOT NULL AND position > (
       SELECT position FROM consumed_events WHERE consumer_group = $1 AND topic = $2 AND key = $3 AND state IN ('parked', 'dead') ORDER BY position LIMIT 1)`,
    [group, row.topic, row.key],
  );
}

/**
 * Marks an event as finished, in the handler's transaction; the payload is no longer needed, the cause of the last failure stays. The row is kept
 * from now on as long as that of any handled event, because another copy may have arrived while this one waited. The trigger wake_next_event makes
 * the next event of the key due.
 */
export async function finishEvent(manager: EntityManager, group: string, eventId: string): Promise<void> {
  await manager.query(
    `UPDATE consumed_events
     SET state = 'done', attempts = attempts + 1, consumed_at = clock_timestamp(), next_try_at = NULL, headers = NULL, bytes = NULL
     WHERE consumer_group = $1 AND event_id = $2`,
    [group, eventId],
  );
}

/** Counts a failed attempt, unless another process has counted it. */
export async function recordFailure(
  database: DataSource,
  group: string,
  event: WaitingEvent,
  setback: Setback,
): Promise<void> {
  await database.query(
    `UPDATE consumed_events SET state = $3, attempts = $4, next_try_at = clock_timestamp() + $5::float8 * interval '1 millisecond', cause = $6
     WHERE consumer_group = $1 AND event_id = $2 AND state = 'parked' AND attempts = $7`,
    [group, event.eventId, setback.state, setback.attempts, setback.delayMs, setback.cause, event.attempts],
  );
}
