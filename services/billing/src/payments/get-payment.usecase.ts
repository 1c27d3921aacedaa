import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import type { Term } from '../subscriptions/term.entity.js';
import { LookAtPayment } from './look-at-payment.usecase.js';
import type { Payment } from './payment.entity.js';
import { unknownPayment } from './payments.errors.js';
import { PaymentsRepository } from './payments.repository.js';

/** A payment, and the term that it bought. */
export interface SeenPayment {
  payment: Payment;
  term?: Term;
}

/** A waiting page asks often; the provider is asked once in this time for all callers. */
const LOOK_SPACING_MS = 2_000;
/** A caller is answered after this time, much shorter than the gateway waits; the look itself continues. */
const LOOK_MS = 3_000;

/** Returns one payment of the account. While it is undecided its provider is asked, so that a lost webhook never keeps a payer waiting (PAY-39). */
@Injectable()
export class GetPayment {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly look: LookAtPayment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `id`: of the payment, or the provider's id of its checkout. Throws unknownPayment, also for a payment of another account. */
  async execute(accountId: string, id: string): Promise<SeenPayment> {
    const payment = await this.find(accountId, id);
    if (!payment) throw unknownPayment();
    const seen = (await this.lookAt(payment))
      ? (await this.payments.find(this.database.manager, payment.id))!
      : payment;
    const terms = await this.payments.termsOf(this.database.manager, [seen]);
    return { payment: seen, term: terms.get(seen.termId ?? '') };
  }

  private async find(accountId: string, id: string): Promise<Payment | null> {
    const { manager } = this.database;
    const byId = isUuid(id) ? await this.payments.findOwn(manager, accountId, { id }) : null;
    return byId ?? this.payments.findOwn(manager, accountId, { reference: id });
  }

  /** Returns whether the payment was looked at, and so must be read again. An unavailable provider is only logged: the answer is the stored state. */
  private async lookAt(payment: Payment): Promise<boolean> {
    if (!payment.isOpen && payment.status !== 'processing') return false;
    if (!(await this.payments.claimLook(this.database.manager, payment.id, this.clock.now(), LOOK_SPACING_MS)))
      return false;
    try {
      // If another look at the payment is in progress, this one does nothing, and the answer is what is stored by then.
      await within(LOOK_MS, this.look.execute(payment.id), () => new Error('the provider has not answered in time'));
    } catch (error) {
      this.logger.warn({ err: error, code: payment.method }, `payment ${payment.id} could not be looked at`);
    }
    return true;
  }
}
