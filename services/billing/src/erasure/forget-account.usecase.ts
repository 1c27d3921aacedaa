import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { OrderKeysRepository } from '../payments/order-keys.repository.js';
import { Quotes } from '../quotes/quotes.provider.js';
import { StripeRows } from '../stripe/stripe-rows.repository.js';
import { UsageHeadsRepository } from '../usage-heads/usage-heads.repository.js';
import { ErasedAccountsRepository } from './erased-accounts.repository.js';

/**
 * Erases an account: nothing is credited to it, no reminder is sent, and its unused quotes are deleted. DeleteStripeCustomers deletes its Stripe
 * customer later. The ledger stays under an id that identifies no person (PAY-57). Its checkouts are left to expire: the account was closed days ago,
 * and a checkout lives for half an hour. A late payment is still settled, so that an operator can refund it.
 */
@Injectable()
export class ForgetAccount {
  constructor(
    private readonly clock: Clock,
    private readonly erased: ErasedAccountsRepository,
    private readonly quotes: Quotes,
    private readonly stripe: StripeRows,
    private readonly orderKeys: OrderKeysRepository,
    private readonly heads: UsageHeadsRepository,
  ) {}

  /** `manager` is the event runner's transaction. A repeat has no effect. */
  async execute(manager: EntityManager, accountId: string): Promise<void> {
    const now = this.clock.now();
    await this.erased.insert(manager, accountId, now);
    await this.quotes.forget(manager, accountId);
    await this.orderKeys.forgetOf(manager, accountId);
    await this.heads.forget(manager, accountId);
    await this.stripe.eraseCustomers(manager, accountId, now);
  }
}
