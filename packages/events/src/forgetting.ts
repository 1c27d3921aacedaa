import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import { Repeating } from '@precis/runtime/repeating';
import { TOPICS } from './catalogue/topics.js';

export const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows per statement. Each statement is a transaction of a few milliseconds, so that others hardly wait for its row locks. */
export const BATCH = 1_000;
/** Batches of one topic per run; the next run continues. With one run a minute this is twice what a relay was measured to publish. */
const BATCHES_OF_A_TURN = 100;
const EVERY_MS = 60_000;
/** The pause between batches, in multiples of the last batch's time: with a pause of equal length, other calls took twice as long. */
const REST = 9;

/** The number of rows that one statement deleted, and the time of the youngest one. */
export interface ForgottenBatch {
  rows: number;
  last: Date | null;
}

/** Deletes at most BATCH of a topic's oldest rows, from `from` on, that are older than `olderThanMs`. */
export type DeleteBatch = (topic: string, olderThanMs: number, from: Date | null) => Promise<ForgottenBatch>;

/** A table with rows of topics with a retention, and how long the rows are kept. */
export interface Forgetting {
  deleteBatch: DeleteBatch;
  /** How much longer than the topic's retention a row is kept. */
  marginMs: number;
  logger: Logger;
  /** Ends a run after the current batch. */
  signal: AbortSignal;
  /** Default a minute. */
  everyMs?: number;
  /** Called after each batch with the number of deleted rows. */
  forgotten?: (topic: string, rows: number) => void;
}

/** Repeats deleteExpired until it is stopped. */
export const repeatForgetting = (of: Forgetting): Repeating =>
  new Repeating('deletion of expired rows', of.everyMs ?? EVERY_MS, () => deleteExpired(of), of.logger);

/**
 * One run: deletes rows past the retention of their topic (DATA-9), and returns how many. Topics without a retention are not touched: a consumer
 * added later, and a rebuilt Kafka, start at their first event. After a crash, completed batches are deleted. Several processes may run in parallel.
 */
export async function deleteExpired(of: Forgetting, topics = TOPICS): Promise<number> {
  let all = 0;
  for (const { name, retentionMs } of topics)
    if (retentionMs !== undefined) all += await deleteExpiredOf(of, name, retentionMs + of.marginMs);
  return all;
}

async function deleteExpiredOf(of: Forgetting, topic: string, olderThanMs: number): Promise<number> {
  let all = 0;
  // Each batch begins where the previous one ended: while a long snapshot is open, index entries of deleted rows remain.
  let from: Date | null = null;
  for (let batch = 0; batch < BATCHES_OF_A_TURN && !of.signal.aborted; batch++) {
    const beganMs = performance.now();
    const { rows, last }: ForgottenBatch = await of.deleteBatch(topic, olderThanMs, from);
    all += rows;
    of.forgotten?.(topic, rows);
    if (rows < BATCH) break;
    from = last;
    await pause(REST * (performance.now() - beganMs), of.signal);
  }
  return all;
}

/**
 * The statement for a table whose column `at` has the time from which the age of a row counts. Ages use the database's clock, which stamped the rows,
 * or the process's clock when that is behind, so that a database clock set ahead deletes nothing early. A locked row is left for the next run.
 */
export const forgetSql = (table: string, at: string, finished: string): string => `
  WITH gone AS (
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE topic = $1 AND ${finished} AND ${at} >= coalesce($3::timestamptz, '-infinity')
        AND ${at} < least(now(), $4::timestamptz) - $2::float8 * interval '1 millisecond'
      ORDER BY ${at} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
    RETURNING ${at} AS at
  )
  SELECT count(*)::int AS rows, max(at) AS last FROM gone`;
