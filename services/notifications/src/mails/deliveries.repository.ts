import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Decision, TakenDelivery, WantedMail } from './delivery.row.js';

/** The data of an event that its row needs. */
export interface Origin {
  manager: EntityManager;
  eventId: string;
  correlationId: string;
}

/**
 * All SQL of deliveries. Due times and leases use the database's clock, which all copies share: the clocks of the copies may differ by more than a
 * lease.
 */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: DataSource) {}

  /** Queues a mail, due immediately. A second delivery of the event has no effect, also when an older release decided it. */
  async queue({ manager, eventId, correlationId }: Origin, mail: WantedMail, traceparent?: string): Promise<void> {
    await manager.query(
      `INSERT INTO deliveries (event_id, account_id, kind, mail_request_id, params, state, attempts, next_try_at, correlation_id, traceparent)
       VALUES ($1, $2, $3, $4, $5, 'queued', 0, clock_timestamp(), $6, $7) ON CONFLICT DO NOTHING`,
      [
        eventId,
        mail.accountId,
        mail.kind,
        mail.mailRequestId ?? null,
        mail.params ?? {},
        correlationId,
        traceparent ?? null,
      ],
    );
  }

  /** Records an event whose mail is no longer worth sending. */
  async noteSuperseded({ manager, eventId, correlationId }: Origin, mail: WantedMail, now: Date): Promise<void> {
    await manager.query(
      `INSERT INTO deliveries (event_id, account_id, kind, state, attempts, decided_at, correlation_id)
       VALUES ($1, $2, $3, 'superseded', 0, $4, $5) ON CONFLICT DO NOTHING`,
      [eventId, mail.accountId, mail.kind, now, correlationId],
    );
  }

  /**
   * Takes at most `limit` due deliveries without a holder, longest due first, for one lease. The attempt is counted when it begins, so that a mail
   * that kills its process ends too.
   */
  async take(limit: number, leaseMs: number): Promise<TakenDelivery[]> {
    return this.database.query(
      `WITH due AS MATERIALIZED (
         SELECT event_id FROM deliveries
         WHERE state = 'queued' AND next_try_at <= now() AND (lease_until IS NULL OR lease_until <= now())
         ORDER BY next_try_at LIMIT $1 FOR UPDATE SKIP LOCKED
       ), taken AS (
         UPDATE deliveries d SET attempts = attempts + 1, lease_until = clock_timestamp() + $2::float8 * interval '1 millisecond'
         FROM due WHERE d.event_id = due.event_id RETURNING d.*
       )
       SELECT event_id AS "eventId", kind, account_id AS "accountId", mail_request_id AS "mailRequestId", params, attempts,
         correlation_id AS "correlationId", traceparent
       FROM taken ORDER BY next_try_at`,
      [limit, leaseMs],
    );
  }

  /** Decides a delivery finally, unless another sender took it over. The cause of an earlier failure stays. */
  async settle(taken: TakenDelivery, state: Decision, now: Date, cause: string | null = null): Promise<void> {
    await this.database.query(
      `UPDATE deliveries SET state = $3, decided_at = $4, next_try_at = NULL, lease_until = NULL, cause = coalesce($5, cause)
       WHERE event_id = $1 AND attempts = $2 AND state = 'queued'`,
      [taken.eventId, taken.attempts, state, now, cause],
    );
  }

  /** Postpones the delivery, unless another sender took it over. */
  async postpone(taken: TakenDelivery, delayMs: number, cause: string): Promise<void> {
    await this.database.query(
      `UPDATE deliveries SET next_try_at = clock_timestamp() + $3::float8 * interval '1 millisecond', lease_until = NULL, cause = $4
       WHERE event_id = $1 AND attempts = $2 AND state = 'queued'`,
      [taken.eventId, taken.attempts, delayMs, cause],
    );
  }

  /** Gives up the account's waiting mails; of all others only kind, state and times stay, without personal data (MAIL-13). */
  async forgetAccount(manager: EntityManager, accountId: string, now: Date): Promise<void> {
    await manager.query(
      `UPDATE deliveries SET account_id = NULL, mail_request_id = NULL, params = '{}', correlation_id = '', traceparent = NULL,
         state = CASE WHEN state IN ('queued', 'dead') THEN 'superseded' ELSE state END,
         decided_at = coalesce(decided_at, $2), next_try_at = NULL, lease_until = NULL
       WHERE account_id = $1`,
      [accountId, now],
    );
  }

  /** Deletes at most `limit` deliveries that were decided before `since`, and returns how many; parallel copies skip each other's rows. */
  async forgetDecided(since: Date, limit: number): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `DELETE FROM deliveries WHERE event_id IN (
         SELECT event_id FROM deliveries WHERE decided_at < $1 AND state <> 'dead' LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [since, limit],
    );
    return count;
  }

  /** Counts waiting mails by state, and the age in seconds of the oldest one to be sent. */
  async waiting(): Promise<{ queued: number; dead: number; oldestSeconds: number }> {
    const [row] = await this.database.query(
      // Filters by the states of the partial indexes, because there are millions of decided rows.
      `SELECT q.n AS queued, d.n AS dead, q.age AS "oldestSeconds" FROM
         (SELECT count(*)::int AS n, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS age
          FROM deliveries WHERE state = 'queued') q,
         (SELECT count(*)::int AS n FROM deliveries WHERE state = 'dead') d`,
    );
    return row;
  }
}
