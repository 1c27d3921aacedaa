import type { EntityManager } from 'typeorm';
import type { ReceivedMessage } from '../bus.js';
import type { DecodedEvent } from '../event-message.js';

/** claimed = ours to handle; behind = an earlier event of its key is not done; known = recorded at an earlier delivery. */
export type Claim = 'claimed' | 'behind' | 'known';

/** How a failed event is recorded. */
export interface Setback {
  state: 'parked' | 'dead';
  attempts: number;
  /** Null for an event that only waits behind another one: it is due when that one is finished. */
  delayMs: number | null;
  cause: string | null;
}

/** First half of the advisory locks of keys of which an event waits; the trigger wake_next_event takes the same one. */
const WAITING_LOCK = 7_210_004;

/**
 * Until the transaction ends nobody finishes an event that waits under this key. Without it one could be recorded behind an event that is
 * being finished at that moment, and would never be due.
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
 * Writes the event's row as part of the handler's transaction. A second delivery meets the row (or waits for the transaction that is
 * writing it) and runs no handler.
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

/** Keeps an event that could not be handled, with everything needed to handle it later. A repeat changes nothing. */
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

/** JSON that jsonb takes: it refuses NUL, which a foreign header may hold. */
function storable(headers: Record<string, string>): string {
  const clean = (text: string) => text.replaceAll('\u0000', '\ufffd');
  return JSON.stringify(
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [clean(name), clean(value)])),
  );
}

/** An error as `cause` keeps it: name and message, no stack, no parameters. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replaceAll('\u0000', '\ufffd').slice(0, 2_000);
}
