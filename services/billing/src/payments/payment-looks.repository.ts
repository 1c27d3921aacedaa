import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Payment, type PaymentStatus } from './payment.entity.js';

/** A payment whose provider is to be asked; `looks` is the number of looks so far. */
export interface DueLook {
  paymentId: string;
  looks: number;
  completedAt: Date | null;
}

/**
 * All SQL of payment_looks: who is asking a provider about a payment, and when the next look is due. Leases use the database's clock; the due time
 * follows from the payment's own times.
 */
@Injectable()
export class PaymentLooks {
  constructor(private readonly database: DataSource) {}

  async payment(id: string): Promise<Payment | null> {
    return this.database.manager.findOneBy(Payment, { id });
  }

  /** Takes the lease. False while another holder looks at the payment: its sighting may be newer or older than ours. */
  async hold(paymentId: string, holder: string, leaseMs: number): Promise<boolean> {
    const rows: unknown[] = await this.database.query(
      `INSERT INTO payment_looks (payment_id, holder, lease_until)
       VALUES ($1, $2, clock_timestamp() + $3::float8 * interval '1 millisecond')
       ON CONFLICT (payment_id) DO UPDATE SET holder = excluded.holder, lease_until = excluded.lease_until
         WHERE payment_looks.lease_until IS NULL OR payment_looks.lease_until <= clock_timestamp()
       RETURNING 1`,
      [paymentId, holder, leaseMs],
    );
    return rows.length === 1;
  }

  async release(paymentId: string, holder: string): Promise<void> {
    await this.database.query(
      'UPDATE payment_looks SET holder = NULL, lease_until = NULL WHERE payment_id = $1 AND holder = $2',
      [paymentId, holder],
    );
  }

  /**
   * Finds payments of the method that wait for their provider and are older than `since`. Also finds payments in a watched state whose checkout ended
   * after `watched.since`, because they may still be paid. A payment without a checkout is due when its price has expired. Waiting payments come
   * first: an account has at most one waiting payment, and may have abandoned any number of others. Pending payments whose checkout ended before
   * `watched.since` come last: their provider may never answer about them again, and a few failures end a run. All others are ordered by their due
   * time, so that new payments do not delay the looks at older ones.
   */
  async openDue(
    method: string,
    { now, since, watched }: { now: Date; since: Date; watched: { since: Date; states: PaymentStatus[] } },
    limit: number,
  ): Promise<DueLook[]> {
    return this.database.query(
      `SELECT p.id AS "paymentId", coalesce(l.looks, 0) AS looks, p.completed_at AS "completedAt"
       FROM payments p LEFT JOIN payment_looks l ON l.payment_id = p.id
       WHERE p.method = $1 AND p.created_at <= $3 AND (l.next_look_at IS NULL OR l.next_look_at <= $2)
         AND (p.status IN ('pending', 'processing') OR (p.status = 'created' AND p.expires_at <= $2)
           OR (p.status = ANY($5) AND p.expires_at > $4 AND p.reference IS NOT NULL))
       ORDER BY CASE WHEN p.status NOT IN ('created', 'pending', 'processing') THEN 1 WHEN p.status <> 'pending' OR p.expires_at > $4 THEN 0 ELSE 2 END,
         coalesce(l.next_look_at, p.created_at), p.created_at LIMIT $6`,
      [method, now, since, watched.since, watched.states, limit],
    );
  }

  /** Finds completed payments, also refunded ones, whose money may move at the provider without our doing; least recently looked at first. */
  async completedDue(
    method: string,
    { now, before, watchedSince }: { now: Date; before: Date; watchedSince: Date },
    limit: number,
  ): Promise<DueLook[]> {
    return this.database.query(
      `SELECT p.id AS "paymentId", coalesce(l.looks, 0) AS looks, p.completed_at AS "completedAt"
       FROM payments p LEFT JOIN payment_looks l ON l.payment_id = p.id
       WHERE p.method = $1 AND p.completed_at > $4 AND p.completed_at <= $3
         AND (l.next_look_at IS NULL OR l.next_look_at <= $2)
       ORDER BY l.next_look_at NULLS FIRST, p.completed_at LIMIT $5`,
      [method, now, before, watchedSince, limit],
    );
  }

  /** Claims a due look, so that only one of several copies does it. False when another one was faster. */
  async claim({ paymentId, looks }: DueLook, nextLookAt: Date): Promise<boolean> {
    const rows: unknown[] = await this.database.query(
      `INSERT INTO payment_looks (payment_id, looks, next_look_at) VALUES ($1, $2 + 1, $3)
       ON CONFLICT (payment_id) DO UPDATE SET looks = excluded.looks, next_look_at = excluded.next_look_at
         WHERE payment_looks.looks = $2
       RETURNING 1`,
      [paymentId, looks, nextLookAt],
    );
    return rows.length === 1;
  }

  /** Moves the next looks forward to `at` if they are later. A payment without a row is due soon anyway. */
  async hasten(manager: EntityManager, paymentIds: string[], at: Date): Promise<void> {
    await manager.query('UPDATE payment_looks SET next_look_at = $2 WHERE payment_id = ANY($1) AND next_look_at > $2', [
      paymentIds,
      at,
    ]);
  }

  /** Deletes the rows of deleted payments. */
  async forget(manager: EntityManager, paymentIds: string[]): Promise<void> {
    await manager.query('DELETE FROM payment_looks WHERE payment_id = ANY($1)', [paymentIds]);
  }
}
