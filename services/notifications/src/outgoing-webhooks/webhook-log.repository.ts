import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { DeliveryRow } from './webhook-delivery.row.js';

/** How many attempts of a delivery its owner sees. */
const SHOWN_ATTEMPTS = 10;

const DELIVERY = `SELECT d.id, d.event_id AS "eventId", d.event_type AS "eventType", d.state, d.cause, d.created_at AS "createdAt",
  d.next_try_at AS "nextTryAt", coalesce((
    SELECT jsonb_agg(jsonb_build_object('at', a.at, 'durationMs', a.duration_ms, 'status', a.status, 'error', a.error) ORDER BY a.number DESC)
    FROM (SELECT * FROM webhook_attempts WHERE delivery_id = d.id ORDER BY number DESC LIMIT ${SHOWN_ATTEMPTS}) a), '[]') AS attempts
  FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id`;

/** All SQL of the log of deliveries (HOOK-13), and of the budgets of an account's webhooks (HOOK-12). */
@Injectable()
export class WebhookLogRepository {
  constructor(private readonly database: DataSource) {}

  /** At most `limit` deliveries older than the delivery `before`, newest first; none for an endpoint of another account. */
  async list(accountId: string, endpointId: string, before: string | undefined, limit: number): Promise<DeliveryRow[]> {
    const rows: DeliveryRow[] = await this.database.query(
      `${DELIVERY} WHERE e.account_id = $1 AND e.id = $2 AND ($3::uuid IS NULL OR d.id < $3) ORDER BY d.id DESC LIMIT $4`,
      [accountId, endpointId, before ?? null, limit],
    );
    return rows.map(withDates);
  }

  async find(manager: EntityManager, endpointId: string, id: string): Promise<DeliveryRow | undefined> {
    const rows: DeliveryRow[] = await manager.query(`${DELIVERY} WHERE d.endpoint_id = $1 AND d.id = $2`, [
      endpointId,
      id,
    ]);
    return rows.map(withDates)[0];
  }

  /**
   * Queues an ended delivery once more, with all attempts. An attempt from before that is still under way records nothing. False when the endpoint
   * has no such delivery, or it still waits.
   */
  async replay(manager: EntityManager, endpointId: string, id: string, now: Date): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(
      `UPDATE webhook_deliveries SET state = 'queued', cause = NULL, tries = 0, fence = fence + 1, next_try_at = $3, decided_at = NULL, queued_at = $3
       WHERE endpoint_id = $1 AND id = $2 AND state <> 'queued'`,
      [endpointId, id, now],
    );
    return count === 1;
  }

  /** Counts one test or replay (`orders`) or one attempt of the account on that UTC day (HOOK-12), and returns the count of the day. */
  async spend(
    manager: Pick<EntityManager, 'query'>,
    accountId: string,
    what: 'orders' | 'attempts',
    day: string,
  ): Promise<number> {
    const [row] = await manager.query(
      `WITH spent AS (
         INSERT INTO webhook_budgets AS b (account_id, day, orders, attempts) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id, day) DO UPDATE SET orders = b.orders + excluded.orders, attempts = b.attempts + excluded.attempts
         RETURNING orders, attempts
       ) SELECT orders, attempts FROM spent`,
      [accountId, day, Number(what === 'orders'), Number(what === 'attempts')],
    );
    return row[what];
  }

  /** Deletes at most `limit` deliveries that ended before `since`, with their attempts, and returns how many. */
  async forgetDecided(since: Date, limit: number): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT id FROM webhook_deliveries WHERE decided_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [since, limit],
    );
    return count;
  }

  async forgetBudgets(since: string): Promise<void> {
    await this.database.query('DELETE FROM webhook_budgets WHERE day < $1', [since]);
  }
}

/** Converts dates, which JSON has as text. */
const withDates = (row: DeliveryRow): DeliveryRow => ({
  ...row,
  attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
});
