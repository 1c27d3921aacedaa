import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PaymentMethod } from '../payments/payment.entity.js';
import type { Quote } from './quote.entity.js';

export interface Wish {
  accountId: string;
  plan: string;
  duration: string;
  method: PaymentMethod;
  /** Allows the plan that is active now (PAY-13). */
  extend: boolean;
}

/** Makes and finds frozen quotes, inside the caller's transaction. */
@Injectable()
export class Quotes {
  /** Locks the account's subscription row. Throws unknownPlan, planWithoutTerms, badDuration, planActive (409, PAY-13). */
  async make(_manager: EntityManager, _wish: Wish, _now: Date): Promise<Quote> {
    throw new Error('not built yet');
  }

  /** The account's own quote, as long as it holds and fits the wish. Throws quoteExpired (409 quote_expired), unknownQuote, quoteDiffers. */
  async take(_manager: EntityManager, _quoteId: string, _wish: Wish, _now: Date): Promise<Quote> {
    throw new Error('not built yet');
  }

  async find(_manager: EntityManager, _quoteId: string): Promise<Quote | null> {
    throw new Error('not built yet');
  }
}
