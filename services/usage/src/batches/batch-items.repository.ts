import { Injectable } from '@nestjs/common';
import { inTransaction } from '@precis/runtime/database';
import { DataSource, type EntityManager } from 'typeorm';
import { DECIDED_MOST_MS, ENDING_MOST_MS, type Failure } from './batch-life.rule.js';
import type { HeldItem, ItemEnd } from './batch.row.js';

/** Any number that no other lock uses. */
const TAKING_LOCK = 7_210_019;

/**
 * All SQL on single items. An item that a process works on has a lease by the database's clock, which all copies share; only its holder
 * may change it. A running item without a holder is a job, and ends by its event.
 */
@Injectable()
export class BatchItemsRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Takes the next item: one whose turn has come, whose holder died, whose call was decided without it, or whose job should have ended long
   * ago; null when there is none. It takes the item that has been due longest of the account with the fewest in progress, and at most `atOnce` of
   * one account. An item that was put back is due later, so an account whose items wait for its quota does not delay the others.
   * Without the lock, two copies at the same time would take one too many. The call is looked up for each item, because an EXISTS could be
   * planned as a scan of all calls.
   */
  take(holder: string, leaseMs: number, atOnce: number, now: Date): Promise<HeldItem | null> {
    return inTransaction(this.database, async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [TAKING_LOCK]);
      const [rows] = await manager.query<[HeldItem[], number]>(
        `UPDATE batch_items AS taken SET state = 'running', holder = $1, held_until = now() + $2 * interval '1 ms',
           started_at = coalesce(taken.started_at, $4)
         FROM (
           SELECT item.batch_id, item.index, item.state, batch.created_at, batch.body_hash, batch.client, batch.cancelled_at
           FROM batch_items AS item JOIN batches AS batch USING (batch_id)
           LEFT JOIN (
             SELECT account_id, count(*) AS count FROM batch_items WHERE state = 'running' GROUP BY 1
           ) AS at_work ON at_work.account_id = item.account_id
           WHERE (item.state = 'waiting' AND item.due_at <= now() AND coalesce(at_work.count, 0) < $3)
             OR (item.state = 'running' AND item.held_until < now())
             OR (item.state = 'running' AND item.held_until IS NULL AND item.started_at < $4::timestamptz - $5 * interval '1 ms')
             OR (item.state = 'running' AND item.held_until IS NULL AND item.started_at < $4::timestamptz - $6 * interval '1 ms'
               AND (SELECT call.state FROM metered_calls AS call WHERE call.call_id = item.call_id) <> 'reserved')
           ORDER BY coalesce(at_work.count, 0), item.due_at, batch.created_at, item.batch_id, item.index
           LIMIT 1 FOR UPDATE OF item SKIP LOCKED
         ) AS next
         WHERE taken.batch_id = next.batch_id AND taken.index = next.index
         RETURNING taken.batch_id AS "batchId", taken.account_id AS "accountId", taken.index, taken.video_id AS "videoId", taken.parameters,
           taken.call_id AS "callId", taken.started_at AS "startedAt", next.created_at AS "createdAt", next.body_hash AS "bodyHash",
           next.client, next.cancelled_at IS NOT NULL AS "isCancelled", next.state = 'waiting' AS "wasWaiting"`,
        [holder, leaseMs, atOnce, now.toISOString(), ENDING_MOST_MS, DECIDED_MOST_MS],
      );
      return rows[0] ?? null;
    });
  }

  /** Whether all accounts together have at least `count` items that have not ended. */
  async areOpen(manager: EntityManager, count: number): Promise<boolean> {
    const rows = await manager.query<object[]>(
      `SELECT FROM batch_items WHERE state IN ('waiting', 'running') OFFSET $1 LIMIT 1`,
      [count - 1],
    );
    return rows.length === 1;
  }

  /** Records that the item's job is accepted. Returns false when the item has ended since it was taken, or was deleted. */
  async begun({ callId }: HeldItem, holder: string): Promise<boolean> {
    const [, count] = await this.database.query<[unknown, number]>(
      `UPDATE batch_items SET holder = NULL, held_until = NULL WHERE call_id = $1 AND state = 'running' AND holder = $2`,
      [callId, holder],
    );
    return count === 1;
  }

  async isKnown(callId: string): Promise<boolean> {
    const rows = await this.database.query<object[]>('SELECT FROM batch_items WHERE call_id = $1', [callId]);
    return rows.length === 1;
  }

  /** Puts the item back into the queue, with nothing reserved for it. */
  async putBack({ callId }: HeldItem, holder: string, inMs: number): Promise<void> {
    await this.database.query(
      `UPDATE batch_items SET state = 'waiting', holder = NULL, held_until = NULL, started_at = NULL, due_at = now() + $3 * interval '1 ms'
       WHERE call_id = $1 AND state = 'running' AND holder = $2`,
      [callId, holder, inMs],
    );
  }

  /** Postpones the item: it keeps its reserved unit and its place, and is taken again later. */
  async postpone({ callId }: HeldItem, holder: string, forMs: number): Promise<void> {
    await this.database.query(
      `UPDATE batch_items SET held_until = now() + $3 * interval '1 ms' WHERE call_id = $1 AND state = 'running' AND holder = $2`,
      [callId, holder, forMs],
    );
  }

  /** The batch of a call; null for a call outside batches. */
  async batchOf(manager: EntityManager, callId: string): Promise<string | null> {
    const [row] = await manager.query<{ batchId: string }[]>(
      'SELECT batch_id AS "batchId" FROM batch_items WHERE call_id = $1',
      [callId],
    );
    return row?.batchId ?? null;
  }

  /** Ends an item once. The caller must hold the lock on the batch row. */
  async end(manager: EntityManager, callId: string, end: ItemEnd): Promise<void> {
    const [state, failure] = typeof end === 'string' ? [end, undefined] : ['failed', end];
    await manager.query(
      `UPDATE batch_items SET state = $2, error_code = $3, error_message = $4, parameters = NULL, holder = NULL, held_until = NULL
       WHERE call_id = $1 AND state IN ('waiting', 'running')`,
      [callId, state, failure?.code ?? null, failure?.message ?? null],
    );
  }

  /** The calls of the items that have begun and have not ended. The caller must hold the lock on the batch row. */
  async begunOf(manager: EntityManager, batchId: string): Promise<string[]> {
    const rows = await manager.query<{ callId: string }[]>(
      `SELECT call_id AS "callId" FROM batch_items WHERE batch_id = $1 AND state = 'running' ORDER BY index`,
      [batchId],
    );
    return rows.map(({ callId }) => callId);
  }

  /** Ends the items that have not begun. The caller must hold the lock on the batch row. */
  async endWaiting(manager: EntityManager, batchId: string, end: 'cancelled' | Failure): Promise<void> {
    const [state, failure] = end === 'cancelled' ? [end, undefined] : ['failed', end];
    await manager.query(
      `UPDATE batch_items SET state = $2, error_code = $3, error_message = $4, parameters = NULL
       WHERE batch_id = $1 AND state = 'waiting'`,
      [batchId, state, failure?.code ?? null, failure?.message ?? null],
    );
  }
}
