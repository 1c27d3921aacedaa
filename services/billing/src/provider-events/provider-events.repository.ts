import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ProviderNotice } from '../payments/payment-provider.js';

/** A payment provider as its webhook route names it. BTCPay takes the payments of the method `crypto`. */
export type EventProvider = 'stripe' | 'btcpay';

/** An event that a worker holds for the length of its lease. */
export interface TakenEvent {
  provider: EventProvider;
  eventId: string;
  type: string;
  reference: string | null;
  paymentId: string | null;
  attempts: number;
}

/**
 * All SQL of provider_events. Due times and leases use the database's clock, which all copies share. Only the hash of a body is kept: its content is
 * read from the provider again.
 */
@Injectable()
export class ProviderEvents {
  constructor(private readonly database: DataSource) {}

  /** Stores an event, due immediately; one that names none of our payments is stored as ignored. False for a known event in any state. */
  async receive(provider: EventProvider, notice: ProviderNotice, bodySha256: Buffer, now: Date): Promise<boolean> {
    const concernsUs = notice.reference !== undefined || notice.paymentId !== undefined;
    const rows: unknown[] = await this.database.query(
      `INSERT INTO provider_events
         (provider, event_id, type, reference, payment_id, body_sha256, state, next_try_at, received_at, decided_at)
       VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7::boolean THEN 'queued' ELSE 'ignored' END,
         CASE WHEN $7::boolean THEN clock_timestamp() END, $8, CASE WHEN $7::boolean THEN NULL ELSE $8::timestamptz END)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [
        provider,
        notice.eventId,
        notice.type,
        notice.reference ?? null,
        notice.paymentId ?? null,
        bodySha256,
        concernsUs,
        now,
      ],
    );
    return rows.length === 1;
  }

  /**
   * Takes at most `limit` due events without a holder, longest due first, for one lease. The attempt is counted when it begins, so that an event that
   * kills its process ends too.
   */
  async take(limit: number, leaseMs: number): Promise<TakenEvent[]> {
    return this.database.query(
      `WITH due AS MATERIALIZED (
         SELECT provider, event_id FROM provider_events
         WHERE state = 'queued' AND next_try_at <= now() AND (lease_until IS NULL OR lease_until <= now())
         ORDER BY next_try_at LIMIT $1 FOR UPDATE SKIP LOCKED
       ), taken AS (
         UPDATE provider_events e SET attempts = attempts + 1, lease_until = clock_timestamp() + $2::float8 * interval '1 millisecond'
         FROM due WHERE e.provider = due.provider AND e.event_id = due.event_id RETURNING e.*
       )
       SELECT provider, event_id AS "eventId", type, reference, payment_id AS "paymentId", attempts
       FROM taken ORDER BY next_try_at`,
      [limit, leaseMs],
    );
  }

  /** Finds our payment of an event: by the id that the provider carries, otherwise by the provider's own id. */
  async paymentOf({ paymentId, reference }: Pick<TakenEvent, 'paymentId' | 'reference'>): Promise<string | undefined> {
    const [row] = await this.database.query(
      `SELECT id FROM payments WHERE id = $1
       UNION ALL SELECT id FROM payments WHERE reference = $2
       UNION ALL SELECT payment_id FROM stripe_checkouts WHERE payment_intent_id = $2 OR session_id = $2
       LIMIT 1`,
      [paymentId, reference],
    );
    return row?.id;
  }

  /** Decides an event finally, unless another worker took it over. */
  async settle(
    event: TakenEvent,
    state: 'done' | 'ignored' | 'dead',
    now: Date,
    cause: string | null = null,
  ): Promise<void> {
    await this.database.query(
      `UPDATE provider_events
       SET state = $4, decided_at = $5, next_try_at = NULL, lease_until = NULL, cause = coalesce($6, cause)
       WHERE provider = $1 AND event_id = $2 AND attempts = $3 AND state = 'queued'`,
      [event.provider, event.eventId, event.attempts, state, now, cause],
    );
  }

  /** Postpones the event, unless another worker took it over. `counts` false: this was no attempt. */
  async postpone(event: TakenEvent, delayMs: number, cause: string, counts = true): Promise<void> {
    await this.database.query(
      `UPDATE provider_events
       SET next_try_at = clock_timestamp() + $4::float8 * interval '1 millisecond', lease_until = NULL, cause = $5,
         attempts = attempts - CASE WHEN $6::boolean THEN 0 ELSE 1 END
       WHERE provider = $1 AND event_id = $2 AND attempts = $3 AND state = 'queued'`,
      [event.provider, event.eventId, event.attempts, delayMs, cause, counts],
    );
  }

  /** Deletes at most `limit` events that were decided before `since`, and returns how many; dead ones stay. */
  async forgetDecided(since: Date, limit: number): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `DELETE FROM provider_events WHERE (provider, event_id) IN (
         SELECT provider, event_id FROM provider_events
         WHERE state IN ('done', 'ignored') AND decided_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [since, limit],
    );
    return count;
  }

  /** Counts waiting events, by state. */
  async waiting(): Promise<{ queued: number; dead: number }> {
    const [row] = await this.database.query(
      `SELECT (SELECT count(*)::int FROM provider_events WHERE state = 'queued') AS queued,
         (SELECT count(*)::int FROM provider_events WHERE state = 'dead') AS dead`,
    );
    return row;
  }
}
