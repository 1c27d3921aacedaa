import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import { Repeating } from '@precis/runtime/repeating';
import { TOPICS } from './catalogue/topics.js';

export const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows of one statement, which commits by itself: some milliseconds, so that nobody who meets one of them notices the wait. */
export const BATCH = 1_000;
/** Of one topic in one turn; what is left waits for the next. With a turn a minute that is twice what a relay was measured to publish. */
const BATCHES_OF_A_TURN = 100;
const EVERY_MS = 60_000;
/** Between batches it rests for so many times as long as the last one took: at half of the time the calls beside it took twice as long. */
const REST = 9;

/** What one statement deleted, and the time of the youngest of it. */
export interface ForgottenBatch {
  rows: number;
  last: Date | null;
}

/** Deletes the oldest rows of a topic, from `from` on, that are older than `olderThanMs`: at most BATCH of them. */
export type DeleteBatch = (topic: string, olderThanMs: number, from: Date | null) => Promise<ForgottenBatch>;

/** Where rows of topics with a retention are kept, and for how long behind it. */
export interface Forgetting {
  deleteBatch: DeleteBatch;
  /** How much longer than the topic's retention a row is kept. */
  marginMs: number;
  logger: Logger;
  /** Ends a turn after the batch in hand. */
  signal: AbortSignal;
  /** Default a minute. */
  everyMs?: number;
  forgotten?: (topic: string, rows: number) => void;
}

/** Repeats forgetBehindRetention for as long as it is not stopped. */
export const repeatForgetting = (of: Forgetting): Repeating =>
  new Repeating(of.everyMs ?? EVERY_MS, () => forgetBehindRetention(of), of.logger);

/**
 * One turn: deletes what lies behind the retention of its topic (DATA-9), and answers how many rows went. Topics that are kept for ever are not
 * touched: a consumer added later, and a Kafka that was lost, begin at their first event. Killed in the middle, it has deleted whole
 * batches. Several processes may do so at once.
 */
export async function forgetBehindRetention(of: Forgetting, topics = TOPICS): Promise<number> {
  let all = 0;
  for (const { name, retentionMs } of topics)
    if (retentionMs !== undefined) all += await forgetTopic(of, name, retentionMs + of.marginMs);
  return all;
}

async function forgetTopic(of: Forgetting, topic: string, olderThanMs: number): Promise<number> {
  let all = 0;
  // Each batch begins where the one before it ended: while a long snapshot is open, the entries of what is gone stay in the index.
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
 * The statement of a table in which `at` says how old a row is. Ages are by the database's clock, which stamped the rows; one that was set
 * ahead deletes nothing early, because the process's clock must agree. A row that somebody holds is left for the next turn.
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
