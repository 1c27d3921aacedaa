import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource, type EntityManager } from 'typeorm';
import { Quotes } from '../quotes/quotes.provider.js';
import { StripeRows } from '../stripe/stripe-rows.repository.js';
import { PaymentLooks } from './payment-looks.repository.js';
import { unpaidKeptSince } from './payment-retention.rule.js';
import { PaymentsRepository } from './payments.repository.js';

const BATCH = 500;
/** Bounds one run; the next run continues. */
const MOST_BATCHES = 20;

/**
 * Deletes payments that ended unpaid long ago, with their quotes and the data of their checkouts (PAY-66). Runs periodically in every copy, in small
 * steps. A payment with any transfer is never deleted.
 */
@Injectable()
export class ForgetPayments {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly quotes: Quotes,
    private readonly looks: PaymentLooks,
    private readonly stripe: StripeRows,
  ) {}

  async execute(): Promise<void> {
    const endedBefore = unpaidKeptSince(this.clock.now());
    for (let batch = 0; batch < MOST_BATCHES; batch++)
      if ((await inTransaction(this.database, (manager) => this.forget(manager, endedBefore))) < BATCH) return;
  }

  private async forget(manager: EntityManager, endedBefore: Date): Promise<number> {
    const gone = await this.payments.forgetUnpaid(manager, endedBefore, BATCH);
    if (gone.length === 0) return 0;
    const ids = gone.map(({ id }) => id);
    await this.looks.forget(manager, ids);
    await this.stripe.forgetCheckouts(manager, ids);
    await this.quotes.forgetUnpaid(
      manager,
      gone.map(({ quoteId }) => quoteId),
    );
    return gone.length;
  }
}
