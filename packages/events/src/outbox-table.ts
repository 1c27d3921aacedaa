import type { Client } from 'pg';
import type { OutboxRow } from './event-message.js';

/**
 * The oldest unpublished rows. A scan of what is unpublished, never of what lies behind a remembered position: positions are given out
 * before the commit, so a row may appear below one that was already published, and would be lost.
 */
export async function unpublished(client: Client, limit: number, withoutTopics: string[]): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow>(
    `SELECT position, event_id, topic, key, type, payload, occurred_at, correlation_id, traceparent
     FROM outbox WHERE published_at IS NULL AND topic <> ALL($2::text[]) ORDER BY position LIMIT $1`,
    [limit, withoutTopics],
  );
  return rows;
}

/** Rows stay, marked: the count of what was ever announced is one of the invariants. */
export async function markPublished(client: Client, rows: OutboxRow[]): Promise<void> {
  await client.query('UPDATE outbox SET published_at = clock_timestamp() WHERE position = ANY($1::bigint[])', [rows.map((row) => row.position)]);
}
