import { Injectable } from '@nestjs/common';
import { isUuid } from '@precis/runtime/uuid';
import { randomUUIDv7 } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { PaymentMethod } from '../payments/payment.entity.js';
import type { PlanDuration } from '../plans/plan-catalogue.js';
import { type Plan, rankOf } from '../plans/plan.entity.js';
import { PlansRepository } from '../plans/plans.repository.js';
import { OpenSubscription } from '../subscriptions/open-subscription.usecase.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import { type Holding, holdsCredit } from '../subscriptions/term-value.rule.js';
import { Quote } from './quote.entity.js';
import { answersAgain, expiryOf, hasExpired, isBought, priceOf } from './quote.rule.js';
import {
  badDuration,
  badPaymentMethod,
  planActive,
  planNotSold,
  planWithoutTerms,
  quoteDiffers,
  quoteExpired,
  quoteUsed,
  unknownQuote,
} from './quotes.errors.js';
import { QuotesRepository } from './quotes.repository.js';

/** The term that an account wants to buy, and how it wants to pay. */
export interface Wish {
  accountId: string;
  plan: string;
  duration: string;
  method: PaymentMethod;
  /** Allows a plan that is active, or that was bought and waits (PAY-13). */
  extend: boolean;
}

const METHODS: PaymentMethod[] = ['stripe', 'crypto', 'wallet'];
/** Unused quotes kept per account besides the newest (PAY-30): there are 36 different wishes. */
const MOST_OTHERS = 99;

/** Makes and finds frozen quotes, inside the caller's transaction. Locks the account's `subscriptions` row. */
@Injectable()
export class Quotes {
  constructor(
    private readonly quotes: QuotesRepository,
    private readonly plans: PlansRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly opener: OpenSubscription,
  ) {}

  /**
   * Returns a quote; a repeated request gets the same one (PAY-30). Throws planNotSold, planWithoutTerms, badDuration, badPaymentMethod, planActive
   * (409, PAY-13).
   */
  async offer(manager: EntityManager, wish: Wish, now: Date): Promise<Quote> {
    const plans = await this.plans.current(manager);
    const { plan, period } = wanted(plans, wish);
    await this.opener.execute(manager, wish.accountId);
    const held = await this.holdings(manager, wish.accountId, plans);
    if (!wish.extend && isBought(plan.key, held, now)) throw planActive();

    const { accountId, duration, method } = wish;
    const { key, name, rank, videosPerMonth, catalogueVersion } = plan;
    const { months, priceCents } = period;
    const nameOf = (sold: string) => plans.find((candidate) => candidate.key === sold)?.name ?? sold;
    const priceAt = (at: Date) => priceOf({ plan: key, name, rank, months, priceCents, method }, held, nameOf, at);
    const price = priceAt(now);
    const wished = { accountId, plan: key, duration, method, catalogueVersion };
    const open = await this.quotes.newestOpen(manager, wished, now);
    if (open && answersAgain(open, priceAt(open.createdAt), price, now)) return open;

    const times = { createdAt: now, expiresAt: expiryOf(now), takenAt: null };
    const quote = Object.assign(new Quote(), price, wished, { id: randomUUIDv7(), months, videosPerMonth, ...times });
    await this.quotes.insert(manager, quote);
    await this.quotes.keepNewest(manager, quote, MOST_OTHERS);
    return quote;
  }

  /**
   * Returns the account's quote while it is valid and fits the wish, at any current prices (PAY-14). Throws unknownQuote, quoteDiffers, quoteExpired
   * (409, also when its credit was used up), quoteUsed, planActive.
   */
  async take(manager: EntityManager, quoteId: string, wish: Wish, now: Date): Promise<Quote> {
    const quote = isUuid(quoteId) ? await this.quotes.find(manager, quoteId) : null;
    if (!quote || quote.accountId !== wish.accountId) throw unknownQuote();
    if (quote.plan !== wish.plan || quote.duration !== wish.duration || quote.method !== wish.method)
      throw quoteDiffers();
    const held = await this.holdings(manager, wish.accountId, await this.plans.current(manager));
    if (held.some((term) => term.quoteId === quote.id)) throw quoteUsed();
    if (hasExpired(quote, now)) throw quoteExpired();
    if (!wish.extend && quote.kind !== 'extension' && isBought(quote.plan, held, now)) throw planActive();
    if (!isCreditHeld(quote, held)) throw quoteExpired();
    await this.quotes.markTaken(manager, quote.id, now);
    return quote;
  }

  /** Marks a quote as used by a payment: it is kept as long as the payment. */
  async keep(manager: EntityManager, { id }: Quote, now: Date): Promise<void> {
    await this.quotes.markTaken(manager, id, now);
  }

  /** Deletes quotes of deleted payments. */
  async forgetUnpaid(manager: EntityManager, quoteIds: string[]): Promise<void> {
    await this.quotes.forgetUnpaid(manager, quoteIds);
  }

  async find(manager: EntityManager, quoteId: string): Promise<Quote | null> {
    return this.quotes.find(manager, quoteId);
  }

  /** Whether the credit of a quote is still there: value may have been taken back since (PAY-68). */
  async holdsCredit(manager: EntityManager, quote: Quote): Promise<boolean> {
    return isCreditHeld(quote, await this.holdings(manager, quote.accountId, await this.plans.current(manager)));
  }

  /** Deletes the unused quotes of an erased account. */
  async forget(manager: EntityManager, accountId: string): Promise<void> {
    await this.quotes.forgetOf(manager, accountId);
  }

  private async holdings(manager: EntityManager, accountId: string, plans: Plan[]): Promise<QuotedHolding[]> {
    await this.subscriptions.lock(manager, accountId);
    const terms = await this.subscriptions.termsOf(manager, accountId);
    return terms.map((term) => ({ ...term.held(rankOf(plans, term.plan)), quoteId: term.quoteId }));
  }
}

interface QuotedHolding extends Holding {
  quoteId: string | null;
}

function isCreditHeld(quote: Quote, held: Holding[]): boolean {
  const credited = held.find((term) => term.id === quote.creditedTermId);
  return !credited || holdsCredit(credited, quote);
}

/** Finds the wished plan and period in the catalogue. */
function wanted(plans: Plan[], wish: Wish): { plan: Plan; period: PlanDuration } {
  const plan = plans.find(({ key }) => key === wish.plan);
  if (!plan) throw planNotSold(words(plans.filter(({ durations }) => durations.length > 0).map(({ key }) => key)));
  if (plan.durations.length === 0) throw planWithoutTerms();
  const period = plan.durations.find(({ key }) => key === wish.duration);
  if (!period) throw badDuration(words(plan.durations.map(({ key }) => key)));
  if (!METHODS.includes(wish.method)) throw badPaymentMethod(words(METHODS));
  return { plan, period };
}

function words(choices: string[]): string {
  return choices.join(', ');
}
