import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Quote } from '../quotes/quote.entity.js';
import type { Term } from './term.entity.js';

/** Terms that payments buy, inside the caller's transaction; each change announces the account's timetable. */
@Injectable()
export class PaidTerms {
  /**
   * The term of a payment, once per payment. Credit that another payment took meanwhile is not there twice: the term then lasts as long as
   * `paidCents` buys of it.
   */
  async place(
    _manager: EntityManager,
    _quote: Quote,
    _payment: { id: string; paidCents: number },
    _now: Date,
  ): Promise<Term> {
    throw new Error('not built yet');
  }

  /** Whether the plan of a late payment could still be bought. */
  async isSellable(_manager: EntityManager, _quote: Quote): Promise<boolean> {
    throw new Error('not built yet');
  }

  /** Ends what is left of a payment's term: it was given back, or is in dispute. A repeat has no effect. */
  async end(_manager: EntityManager, _paymentId: string, _now: Date): Promise<void> {
    throw new Error('not built yet');
  }

  /** A won dispute gives the time back that was left when it began. A repeat has no effect. */
  async restore(_manager: EntityManager, _paymentId: string, _now: Date): Promise<void> {
    throw new Error('not built yet');
  }
}
