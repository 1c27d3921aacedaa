import type { DataSource, EntityManager } from 'typeorm';
import type { ReceivedMessage } from '../bus.js';
import { lockWaitingKey, type Setback } from './consumed-events.js';

/** A parked event, locked for its next attempt. */
export interface WaitingEvent {
  eventId: string;
  attempts: number;
  message: ReceivedMessage;
}

/** No earlier event of the key waits: keys keep their order also here. */
const FIRST_OF_ITS_KEY = `NOT EXISTS (
  SELECT 1 FROM consumed_events e WHERE e.consumer_group = w.consumer_group AND e.topic = w.topic AND e.key = w.key
  AND e.state IN ('parked', 'dead') AND e.position < w.position)`;

/**
 * Ids of events whose time has come. Those behind another one have no time: a dead one keeps all behind it waiting, and they cost
 * nothing meanwhile. `now()`, because a time that moves within the statement could not be looked up in the index.
 */
export async function dueEvents(database: DataSource, group: string, limit: number): Promise<string[]> {
  const rows: { event_id: string }[] = await database.query(
    `SELECT event_id FROM consumed_events WHERE consumer_group = $1 AND state = 'parked' AND next_try_at <= now() ORDER BY next_try_at LIMIT $2`,
    [group, limit],
  );
  return rows.map((row) => row.event_id);
}

/** Locks an event until the transaction ends; undefined when another process has it or it is no longer its turn. */
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
    await takeTimeFromThoseBehind(manager, group, eventId);
    return undefined;
  }
  const { topic, partition, offset, key, headers, bytes } = row;
  return { eventId, attempts: row.attempts, message: { topic, partition, offset, key, headers, value: bytes } };
}

/**
 * An event that is due and not the first of its key: recorded by an older release, failed because the lock of its key did not come, or
 * replayed before an earlier one. It and its like under the key wait from now on without a time, else they would crowd out the due ones.
 */
async function takeTimeFromThoseBehind(manager: EntityManager, group: string, eventId: string): Promise<void> {
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
 * Part of the handler's transaction; the payload is no longer needed, the cause of the last failure stays. The next event of the key becomes
 * due by the trigger wake_next_event.
 */
export async function finishEvent(manager: EntityManager, group: string, eventId: string): Promise<void> {
  await manager.query(
    `UPDATE consumed_events SET state = 'done', attempts = attempts + 1, next_try_at = NULL, headers = NULL, bytes = NULL
     WHERE consumer_group = $1 AND event_id = $2`,
    [group, eventId],
  );
}

/** Counts a failed attempt, unless another process counted it meanwhile. */
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
