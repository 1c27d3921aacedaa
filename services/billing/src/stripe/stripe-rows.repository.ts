import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** One checkout of a payment. `tries`: how often it was begun anew after Stripe had failed. */
export interface StripeCheckout {
  paymentId: string;
  attempt: number;
  tries: number;
  expiresAt: Date;
  sessionId: string | null;
  paymentIntentId: string | null;
}

/** The customer of an account that was erased, and how often Stripe was asked to delete it. */
export interface ErasedCustomer {
  customerId: string;
  tries: number;
}

const COLUMNS = `payment_id AS "paymentId", attempt, tries, expires_at AS "expiresAt", session_id AS "sessionId", payment_intent_id AS "paymentIntentId"`;

/** All SQL of what Stripe calls our accounts and payments. */
@Injectable()
export class StripeRows {
  constructor(private readonly database: DataSource) {}

  async customerOf(accountId: string, livemode: boolean): Promise<string | undefined> {
    const [row] = await this.database.query(
      'SELECT customer_id AS "customerId" FROM stripe_customers WHERE account_id = $1 AND livemode = $2 AND erased_at IS NULL',
      [accountId, livemode],
    );
    return row?.customerId;
  }

  async saveCustomer(accountId: string, livemode: boolean, customerId: string): Promise<void> {
    await this.database.query(
      'INSERT INTO stripe_customers (account_id, livemode, customer_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [accountId, livemode, customerId],
    );
  }

  /** Those of an account that is erased are to be deleted. Payments are found by their checkouts, so that late money and refunds need no customer. */
  async eraseCustomers(manager: EntityManager, accountId: string, now: Date): Promise<void> {
    await manager.query(
      'UPDATE stripe_customers SET erased_at = $2, next_try_at = $2 WHERE account_id = $1 AND erased_at IS NULL',
      [accountId, now],
    );
  }

  /** Customers of erased accounts that are still there, longest due first. */
  async erasedCustomers(livemode: boolean, now: Date, limit: number): Promise<ErasedCustomer[]> {
    return this.database.query(
      `SELECT customer_id AS "customerId", tries FROM stripe_customers
       WHERE livemode = $1 AND next_try_at <= $2 ORDER BY next_try_at LIMIT $3`,
      [livemode, now, limit],
    );
  }

  /** Takes one, so that of several copies one tries. False when another one was quicker. */
  async claimErasure({ customerId, tries }: ErasedCustomer, nextTryAt: Date): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(
      'UPDATE stripe_customers SET tries = tries + 1, next_try_at = $3 WHERE customer_id = $1 AND tries = $2',
      [customerId, tries, nextTryAt],
    );
    return count === 1;
  }

  /** Stripe has no such customer any more. */
  async forgetCustomer(customerId: string): Promise<void> {
    await this.database.query('DELETE FROM stripe_customers WHERE customer_id = $1', [customerId]);
  }

  /** Of payments that are forgotten. */
  async forgetCheckouts(manager: EntityManager, paymentIds: string[]): Promise<void> {
    await manager.query('DELETE FROM stripe_checkouts WHERE payment_id = ANY($1)', [paymentIds]);
  }

  /** The row of an attempt; made before Stripe is asked, so that a repeat asks for the same. */
  async begin(paymentId: string, attempt: number, expiresAt: Date): Promise<StripeCheckout> {
    await this.database.query(
      'INSERT INTO stripe_checkouts (payment_id, attempt, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [paymentId, attempt, expiresAt],
    );
    return (await this.find(paymentId, attempt))!;
  }

  async find(paymentId: string, attempt: number): Promise<StripeCheckout | undefined> {
    const [row] = await this.database.query(
      `SELECT ${COLUMNS} FROM stripe_checkouts WHERE payment_id = $1 AND attempt = $2`,
      [paymentId, attempt],
    );
    return row;
  }

  /** For a session under another key. Of several that do so at once one changes it, and all go on with the same. */
  async beginAnew({ paymentId, attempt, tries }: StripeCheckout, expiresAt: Date): Promise<StripeCheckout> {
    await this.database.query(
      `UPDATE stripe_checkouts SET tries = tries + 1, expires_at = $4
       WHERE payment_id = $1 AND attempt = $2 AND tries = $3 AND session_id IS NULL`,
      [paymentId, attempt, tries, expiresAt],
    );
    return (await this.find(paymentId, attempt))!;
  }

  async saveSession(paymentId: string, attempt: number, sessionId: string): Promise<void> {
    await this.database.query(
      'UPDATE stripe_checkouts SET session_id = $3 WHERE payment_id = $1 AND attempt = $2 AND session_id IS NULL',
      [paymentId, attempt, sessionId],
    );
  }

  /** By which events of charges, refunds and disputes are ours. */
  async savePaymentIntent(sessionId: string, paymentIntentId: string): Promise<void> {
    await this.database.query(
      'UPDATE stripe_checkouts SET payment_intent_id = $2 WHERE session_id = $1 AND payment_intent_id IS NULL',
      [sessionId, paymentIntentId],
    );
  }
}
