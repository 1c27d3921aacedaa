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

/** A page that waits for a payment asks often; its provider is asked once in this time, whoever asks. */
const LOOK_SPACING_MS = 2_000;
/** Whoever asks is answered after this time, well below what the gateway waits; the look itself goes on. */
const LOOK_MS = 3_000;

/** One payment of the account, as its provider knows it now while it is not decided: a lost webhook never keeps a payer waiting (PAY-39). */
@Injectable()
export class GetPayment {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly payments: PaymentsRepository,
    private readonly look: LookAtPayment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `id`: of the payment, or the provider's of its checkout. Throws unknownPayment, also for a payment of somebody else. */
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

  /** What is stored answers where the provider does not. */
  private async lookAt(payment: Payment): Promise<boolean> {
    if (!payment.isOpen && payment.status !== 'processing') return false;
    if (!(await this.payments.mayLook(this.database.manager, payment.id, this.clock.now(), LOOK_SPACING_MS)))
      return false;
    try {
      // Where another look is under way, this one answers what is stored by now.
      await within(LOOK_MS, this.look.execute(payment.id), () => new Error('the provider takes its time'));
    } catch (error) {
      this.logger.warn({ err: error, code: payment.method }, 'a payment could not be looked at');
    }
    return true;
  }
}
