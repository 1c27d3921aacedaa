import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { OrderKeysRepository } from '../payments/order-keys.repository.js';
import { Quotes } from '../quotes/quotes.provider.js';
import { StripeRows } from '../stripe/stripe-rows.repository.js';
import { UsageHeadsRepository } from '../usage-heads/usage-heads.repository.js';
import { ErasedAccountsRepository } from './erased-accounts.repository.js';

/**
 * An account is erased: nothing is credited to it and nobody is reminded any more, and what it only looked at goes; its customer at Stripe
 * follows by the clock (DeleteStripeCustomers). The books stay under an id that names nobody (PAY-57). Its checkouts are left to expire: it was closed days ago, and a checkout lives for half an hour. What is paid late
 * all the same is settled, so that an operator can give it back.
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

  /** `manager` is the event runner's transaction. A repeat finds it done. */
  async execute(manager: EntityManager, accountId: string): Promise<void> {
    const now = this.clock.now();
    await this.erased.insert(manager, accountId, now);
    await this.quotes.forget(manager, accountId);
    await this.orderKeys.forgetOf(manager, accountId);
    await this.heads.forget(manager, accountId);
    await this.stripe.eraseCustomers(manager, accountId, now);
  }
}
