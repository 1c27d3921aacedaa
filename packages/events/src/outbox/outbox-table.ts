import type { Client } from 'pg';
import type { OutboxRow } from '../event-message.js';
import { TOPICS } from '../catalogue/topics.js';
import { partitionOf } from './murmur2.js';

/** An unpublished row and its lane. */
export interface UnpublishedRow extends OutboxRow {
  lane: number;
}

/** Rows of an older release that get their lane in one statement. */
const LANELESS = 1_000;

/**
 * The oldest unpublished rows of each lane that is not `busy`, at most `perLane` of each. It steps from lane to lane by the index, so rows of a busy
 * lane are never read. It scans unpublished rows instead of remembering a position: positions are assigned before the commit, so a row may appear
 * below a published one, and would be lost.
 */
export async function unpublished(client: Client, perLane: number, busy: string[]): Promise<UnpublishedRow[]> {
  const { rows } = await client.query<UnpublishedRow>(
    `WITH RECURSIVE lanes AS (
       (SELECT topic, lane FROM outbox WHERE published_at IS NULL ORDER BY topic, lane LIMIT 1)
       UNION ALL
       SELECT further.topic, further.lane FROM lanes, LATERAL (
         SELECT o.topic, o.lane FROM outbox o WHERE o.published_at IS NULL AND (o.topic, o.lane) > (lanes.topic, lanes.lane) ORDER BY o.topic, o.lane LIMIT 1
       ) AS further
     )
     SELECT oldest.* FROM lanes, LATERAL (
       SELECT position, event_id, topic, lane, key, type, payload, occurred_at, correlation_id, traceparent
       FROM outbox o WHERE o.published_at IS NULL AND o.topic = lanes.topic AND o.lane = lanes.lane ORDER BY o.position LIMIT $1
     ) AS oldest WHERE lanes.topic || '/' || lanes.lane <> ALL($2::text[])`,
    [perLane, busy],
  );
  return rows;
}

/**
 * Assigns lanes to rows of an older release; true when there were any. Then the caller must read again before it publishes: such a row may be older
 * than a row of its key that was read with a lane, and must be published first.
 */
export async function assignLanes(client: Client, read: UnpublishedRow[]): Promise<boolean> {
  if (!read.some(({ lane }) => lane < 0)) return false;
  const { rows } = await client.query<{ position: string; topic: string; key: string }>(
    'SELECT position, topic, key FROM outbox WHERE published_at IS NULL AND lane = -1 AND topic = ANY($1) ORDER BY position LIMIT $2',
    [[...new Set(read.map(({ topic }) => topic))], LANELESS],
  );
  await client.query(
    'UPDATE outbox o SET lane = n.lane FROM unnest($1::bigint[], $2::smallint[]) AS n(position, lane) WHERE o.position = n.position',
    [rows.map((row) => row.position), rows.map((row) => laneOf(row.topic, row.key))],
  );
  return true;
}

/**
 * The same write as markPublished, but without effect. A database that refuses it (a full disk, a standby) would refuse the mark too, and the relay
 * would publish the same rows again and again.
 */
export async function tryMarking(client: Client, rows: OutboxRow[]): Promise<void> {
  await client.query(
    'UPDATE outbox SET published_at = NULL WHERE position = ANY($1::bigint[]) AND published_at IS NULL',
    [positionsOf(rows)],
  );
}

/** Marked rows stay for the retention of their topic: a lost bus is refilled from them. */
export async function markPublished(client: Client, rows: OutboxRow[]): Promise<void> {
  await client.query('UPDATE outbox SET published_at = clock_timestamp() WHERE position = ANY($1::bigint[])', [
    positionsOf(rows),
  ]);
}

const positionsOf = (rows: OutboxRow[]) => rows.map((row) => row.position);

const PARTITIONS = new Map(TOPICS.map(({ name, partitions }) => [name, partitions]));

/** The lane of a key is its partition on the bus, because an unavailable broker blocks whole partitions. 0 in an undeclared topic. */
export function laneOf(topic: string, key: string): number {
  return partitionOf(key, PARTITIONS.get(topic) ?? 1);
}
