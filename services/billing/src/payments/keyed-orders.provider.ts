import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Wish } from '../quotes/quotes.provider.js';
import { repeatOf } from './order-key.rule.js';
import { OrderKeysRepository } from './order-keys.repository.js';
import type { Payment } from './payment.entity.js';
import { checkoutEnded } from './payment-provider.errors.js';
import { orderKeyInUse, orderKeyReused, paymentProcessing } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';

/** An order as received: what the account wants to buy, and how it pays. */
export interface Order extends Wish {
  /** When absent, a quote is made now. */
  quoteId?: string;
  /** Empty without a referral code. */
  referralCode: string;
  /** SHA-256 of the Idempotency-Key; absent without a key. */
  keyHash?: string;
}

/** Handles orders with an Idempotency-Key: a repeat gets the payment of the first order in any later state (API-34). */
@Injectable()
export class KeyedOrders {
  constructor(
    private readonly keys: OrderKeysRepository,
    private readonly payments: PaymentsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Finds the payment of an earlier order with the same key, if any. Throws orderKeyReused when it was a different order, orderKeyInUse while it
   * runs, paymentProcessing while its payment is being confirmed, and checkoutEnded when its payment ended unpaid.
   */
  async earlier(manager: EntityManager, order: Order, now: Date): Promise<Payment | undefined> {
    if (order.keyHash === undefined) return undefined;
    const key = await this.keys.lock(manager, order.accountId, order.keyHash);
    const repeat = key ? repeatOf(key, hashOf(order), now) : 'free';
    if (repeat === 'free') return undefined;
    if (repeat === 'reused') throw orderKeyReused();
    if (repeat === 'running') throw orderKeyInUse();
    const payment = await this.payments.find(manager, key!.paymentId);
    // An unpaid payment is deleted after a while.
    if (!payment) throw checkoutEnded();
    if (payment.isFulfilled) return payment;
    if (payment.status === 'processing') throw paymentProcessing();
    if (!payment.isOpen || payment.expiresAt <= now) throw checkoutEnded();
    return payment;
  }

  /** Binds the key to its payment in the transaction that creates the payment, so a refused order binds no key. */
  async bind(manager: EntityManager, order: Order, { id: paymentId }: Payment, now: Date): Promise<void> {
    if (order.keyHash === undefined) return;
    const key = { orderHash: hashOf(order), paymentId, begunAt: now, answeredAt: null };
    await this.keys.keep(manager, order.accountId, order.keyHash, key);
  }

  /**
   * Marks the order as answered, so that a repeat need not wait. After a crash before this mark, a repeat waits half a minute. Never rejects, because
   * the order is already decided.
   */
  async answered(manager: EntityManager, { accountId, keyHash }: Order, now: Date): Promise<void> {
    if (keyHash === undefined) return;
    await this.keys
      .noteAnswered(manager, accountId, keyHash, now)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'an order could not be marked as answered'));
  }
}

/** Hashes the parsed fields of an order, so that unknown fields of the body and the order of its fields do not matter. */
function hashOf({ plan, duration, method, extend, quoteId = '', referralCode }: Order): string {
  return createHash('sha256')
    .update(JSON.stringify([plan, duration, method, extend, quoteId, referralCode]))
    .digest('hex');
}
