import type { DataSource, EntityManager } from 'typeorm';
import type { ReceivedMessage } from './bus.js';
import type { Setback } from './consumed-events.js';

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

/** Ids of events whose turn it is: parked, due, first of their key. A dead one keeps all behind it waiting. */
export async function dueEvents(database: DataSource, group: string, limit: number): Promise<string[]> {
  const rows: { event_id: string }[] = await database.query(
    `SELECT event_id FROM (
       SELECT DISTINCT ON (topic, key) event_id, state, next_try_at FROM consumed_events
       WHERE consumer_group = $1 AND state IN ('parked', 'dead') AND key IS NOT NULL ORDER BY topic, key, position
     ) AS first WHERE state = 'parked' AND next_try_at <= clock_timestamp() ORDER BY next_try_at LIMIT $2`,
    [group, limit],
  );
  return rows.map((row) => row.event_id);
}

/** Locks an event until the transaction ends; undefined when another process has it or it is no longer its turn. */
export async function takeEvent(manager: EntityManager, group: string, eventId: string): Promise<WaitingEvent | undefined> {
  const [row] = await manager.query(
    `SELECT event_id, attempts, topic, partition, "offset", key, headers, bytes FROM consumed_events w
     WHERE consumer_group = $1 AND event_id = $2 AND state = 'parked' AND next_try_at <= clock_timestamp() AND ${FIRST_OF_ITS_KEY}
     FOR UPDATE SKIP LOCKED`,
    [group, eventId],
  );
  if (!row) return undefined;
  const { topic, partition, offset, key, headers, bytes } = row;
  return { eventId, attempts: row.attempts, message: { topic, partition, offset, key, headers, value: bytes } };
}

/** Part of the handler's transaction; the payload is no longer needed, the cause of the last failure stays. */
export async function finishEvent(manager: EntityManager, group: string, eventId: string): Promise<void> {
  await manager.query(
    `UPDATE consumed_events SET state = 'done', attempts = attempts + 1, next_try_at = NULL, headers = NULL, bytes = NULL
     WHERE consumer_group = $1 AND event_id = $2`,
    [group, eventId],
  );
}

/** Counts a failed attempt, unless another process counted it meanwhile. */
export async function recordFailure(database: DataSource, group: string, event: WaitingEvent, setback: Setback): Promise<void> {
  await database.query(
    `UPDATE consumed_events SET state = $3, attempts = $4, next_try_at = clock_timestamp() + $5 * interval '1 millisecond', cause = $6
     WHERE consumer_group = $1 AND event_id = $2 AND state = 'parked' AND attempts = $7`,
    [group, event.eventId, setback.state, setback.attempts, setback.delayMs, setback.cause, event.attempts],
  );
}
