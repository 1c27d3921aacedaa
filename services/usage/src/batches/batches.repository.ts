import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ListPosition } from '../paging/list-cursor.js';
import type { BatchRow, BatchWithItems, ItemRow, NewItem } from './batch.row.js';

export interface NewBatch {
  batchId: string;
  accountId: string;
  idemHash: string | null;
  bodyHash: string;
  client: string;
  items: NewItem[];
}

const SHOWN = `batch_id AS "batchId", account_id AS "accountId", body_hash AS "bodyHash", created_at AS "createdAt", cancelled_at AS "cancelledAt",
  finished_at AS "finishedAt"`;
/** First half of the advisory lock of an account that begins a batch; any number that no other lock uses. */
const ACCOUNT_LOCK = 7_210_018;

/** All SQL on whole batches. Code that changes several items of a batch, or ends its last item, holds the lock on the batch row. */
@Injectable()
export class BatchesRepository {
  /** Locks the account until the transaction ends. */
  async lockAccount(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ACCOUNT_LOCK, accountId]);
  }

  async ofKey(manager: EntityManager, accountId: string, idemHash: string): Promise<BatchRow | null> {
    const [row] = await manager.query<BatchRow[]>(
      `SELECT ${SHOWN} FROM batches WHERE account_id = $1 AND idem_hash = $2`,
      [accountId, idemHash],
    );
    return row ?? null;
  }

  /**
   * `open`: the number of unfinished batches. `nthNewestAt`: when the account has begun `most` batches or more after `since`, the time at which the
   * `most`-th newest of them began; otherwise null.
   */
  async countOf(
    manager: EntityManager,
    accountId: string,
    since: Date,
    most: number,
  ): Promise<{ open: number; nthNewestAt: Date | null }> {
    const [row] = await manager.query<{ open: number; nthNewestAt: Date | null }[]>(
      `SELECT (SELECT count(*)::int FROM batches WHERE account_id = $1 AND finished_at IS NULL) AS open,
         (SELECT created_at FROM batches WHERE account_id = $1 AND created_at > $2 ORDER BY created_at DESC OFFSET $3 LIMIT 1) AS "nthNewestAt"`,
      [accountId, since.toISOString(), most - 1],
    );
    return row;
  }

  /** Each item gets the id of the metered call that will pay for it. */
  async add(
    manager: EntityManager,
    { batchId, accountId, idemHash, bodyHash, client, items }: NewBatch,
    now: Date,
  ): Promise<void> {
    await manager.query(
      'INSERT INTO batches (batch_id, account_id, idem_hash, body_hash, client, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
      [batchId, accountId, idemHash, bodyHash, client, now.toISOString()],
    );
    const rows = items.map(({ url, videoId, parameters, failure }, index) => ({
      index,
      url,
      video_id: videoId,
      parameters: failure ? null : parameters,
      state: failure ? 'failed' : 'waiting',
      error_code: failure?.code ?? null,
      error_message: failure?.message ?? null,
    }));
    await manager.query(
      `INSERT INTO batch_items (batch_id, account_id, index, url, video_id, parameters, call_id, state, due_at, error_code, error_message)
       SELECT $1, $2, index, url, video_id, parameters, gen_random_uuid(), state, now(), error_code, error_message
       FROM jsonb_to_recordset($3::jsonb) AS item(index int, url text, video_id text, parameters jsonb, state text, error_code text, error_message text)`,
      [batchId, accountId, JSON.stringify(rows)],
    );
  }

  /** Adds a cancelled batch without items, so that none is created under this id, unless there is a batch already. */
  async addAbandoned(manager: EntityManager, batchId: string, accountId: string, now: Date): Promise<void> {
    await manager.query(
      `INSERT INTO batches (batch_id, account_id, body_hash, client, created_at, cancelled_at, finished_at) VALUES ($1, $2, '', '', $3, $3, $3)
       ON CONFLICT (batch_id) DO NOTHING`,
      [batchId, accountId, now.toISOString()],
    );
  }

  async find(manager: EntityManager, batchId: string, accountId: string): Promise<BatchWithItems | null> {
    const [row] = await manager.query<BatchRow[]>(
      `SELECT ${SHOWN} FROM batches WHERE batch_id = $1 AND account_id = $2`,
      [batchId, accountId],
    );
    return row ? (await this.withItems(manager, [row]))[0] : null;
  }

  /** At most `limit` batches of an account, newest first, after `position`, the end of the previous page. */
  async list(
    manager: EntityManager,
    accountId: string,
    position: ListPosition | null,
    limit: number,
  ): Promise<BatchWithItems[]> {
    const rows = await manager.query<BatchRow[]>(
      `SELECT ${SHOWN} FROM batches WHERE account_id = $1 AND ($2::timestamptz IS NULL OR (created_at, batch_id) < ($2, $3::uuid))
       ORDER BY created_at DESC, batch_id DESC LIMIT $4`,
      [accountId, position?.at.toISOString() ?? null, position?.rowId ?? null, limit],
    );
    return this.withItems(manager, rows);
  }

  private async withItems(manager: EntityManager, batches: BatchRow[]): Promise<BatchWithItems[]> {
    const items = await manager.query<(ItemRow & { batchId: string })[]>(
      `SELECT batch_id AS "batchId", index, url, state, call_id AS "callId", error_code AS "errorCode", error_message AS "errorMessage"
       FROM batch_items WHERE batch_id = ANY($1::uuid[]) ORDER BY batch_id, index`,
      [batches.map(({ batchId }) => batchId)],
    );
    const of = Map.groupBy(items, ({ batchId }) => batchId);
    return batches.map((batch) => ({
      ...batch,
      items: (of.get(batch.batchId) ?? []).map(({ batchId: _, ...item }) => item),
    }));
  }

  /** Whether there is such a batch; locks its row until the transaction ends. */
  async lock(manager: EntityManager, batchId: string): Promise<boolean> {
    const rows = await manager.query<object[]>('SELECT FROM batches WHERE batch_id = $1 FOR UPDATE', [batchId]);
    return rows.length === 1;
  }

  async cancel(manager: EntityManager, batchId: string, now: Date): Promise<void> {
    await manager.query(
      'UPDATE batches SET cancelled_at = $2 WHERE batch_id = $1 AND cancelled_at IS NULL AND finished_at IS NULL',
      [batchId, now.toISOString()],
    );
  }

  /**
   * Ends the batch if all items have ended, and returns their counts; null if some have not ended, or the batch had ended. Needs the row
   * lock.
   */
  async finish(
    manager: EntityManager,
    batchId: string,
    now: Date,
  ): Promise<{ accountId: string; items: number; completed: number; failed: number; cancelled: number } | null> {
    const [rows] = await manager.query(
      `UPDATE batches b SET finished_at = $2 FROM (
         SELECT count(*)::int AS items, count(*) FILTER (WHERE state = 'completed')::int AS completed,
           count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'cancelled')::int AS cancelled
         FROM batch_items WHERE batch_id = $1
       ) ended
       WHERE b.batch_id = $1 AND b.finished_at IS NULL AND ended.completed + ended.failed + ended.cancelled = ended.items
       RETURNING b.account_id AS "accountId", ended.*`,
      [batchId, now.toISOString()],
    );
    return rows[0] ?? null;
  }

  /** Deletes at most `limit` batches that ended before `before`, with their items. */
  async forgetBefore(manager: EntityManager, before: Date, limit: number): Promise<number> {
    const [, count] = await manager.query(
      `DELETE FROM batches WHERE batch_id IN (
         SELECT batch_id FROM batches WHERE finished_at < $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [before.toISOString(), limit],
    );
    return count;
  }
}
