import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** One checkout of a payment. `tries`: how often it was started again after Stripe had failed. */
export interface StripeCheckout {
  paymentId: string;
  attempt: number;
  tries: number;
  expiresAt: Date;
  sessionId: string | null;
  paymentIntentId: string | null;
}

/** The customer of an erased account, and how often its deletion was tried at Stripe. */
export interface ErasedCustomer {
  customerId: string;
  tries: number;
}

const COLUMNS = `payment_id AS "paymentId", attempt, tries, expires_at AS "expiresAt", session_id AS "sessionId", payment_intent_id AS "paymentIntentId"`;

/** All SQL of Stripe's ids of our accounts and payments. */
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

  /** Marks the customers of an erased account for deletion. Payments are found by their checkouts, so late money and refunds need no customer. */
  async eraseCustomers(manager: EntityManager, accountId: string, now: Date): Promise<void> {
    await manager.query(
      'UPDATE stripe_customers SET erased_at = $2, next_try_at = $2 WHERE account_id = $1 AND erased_at IS NULL',
      [accountId, now],
    );
  }

  /** Customers of erased accounts that still exist, longest due first. */
  async erasedCustomers(livemode: boolean, now: Date, limit: number): Promise<ErasedCustomer[]> {
    return this.database.query(
      `SELECT customer_id AS "customerId", tries FROM stripe_customers
       WHERE livemode = $1 AND next_try_at <= $2 ORDER BY next_try_at LIMIT $3`,
      [livemode, now, limit],
    );
  }

  /** Claims one, so that only one of several copies tries. False when another one was faster. */
  async claimErasure({ customerId, tries }: ErasedCustomer, nextTryAt: Date): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(
      'UPDATE stripe_customers SET tries = tries + 1, next_try_at = $3 WHERE customer_id = $1 AND tries = $2',
      [customerId, tries, nextTryAt],
    );
    return count === 1;
  }

  /** Deletes a customer's row after Stripe has no such customer any more. */
  async forgetCustomer(customerId: string): Promise<void> {
    await this.database.query('DELETE FROM stripe_customers WHERE customer_id = $1', [customerId]);
  }

  /** Deletes the rows of deleted payments. */
  async forgetCheckouts(manager: EntityManager, paymentIds: string[]): Promise<void> {
    await manager.query('DELETE FROM stripe_checkouts WHERE payment_id = ANY($1)', [paymentIds]);
  }

  /** Creates the row of an attempt before Stripe is called, so that a repeat sends the same request. */
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

  /** Starts the session again under another key. Of several simultaneous callers one changes the row, and all use it. */
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

  /** Stores the id by which events of charges, refunds and disputes are recognised as ours. */
  async savePaymentIntent(sessionId: string, paymentIntentId: string): Promise<void> {
    await this.database.query(
      'UPDATE stripe_checkouts SET payment_intent_id = $2 WHERE session_id = $1 AND payment_intent_id IS NULL',
      [sessionId, paymentIntentId],
    );
  }
}
