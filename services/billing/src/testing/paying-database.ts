import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { PlansRepository } from '../plans/plans.repository.js';
import type { Quote } from '../quotes/quote.entity.js';
import { Quotes, type Wish } from '../quotes/quotes.provider.js';
import { QuotesRepository } from '../quotes/quotes.repository.js';
import { AnnounceSubscription } from '../subscriptions/announce-subscription.provider.js';
import { CancelSubscription } from '../subscriptions/cancel-subscription.usecase.js';
import { OpenSubscription } from '../subscriptions/open-subscription.usecase.js';
import { LockedAccounts } from '../subscriptions/locked-account.provider.js';
import { MoneyBack } from '../subscriptions/money-back.provider.js';
import { PaidTerms } from '../subscriptions/paid-terms.provider.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import type { Term } from '../subscriptions/term.entity.js';
import { GrantingDatabase } from './granting-database.js';

/** More than any payment. */
const ALL_CENTS = 100_000_000;

/** Quotes and paid terms on a real database of the test file; a payment has the state that its provider reported. */
export class PayingDatabase {
  private readonly plans = new PlansRepository();
  private readonly subscriptions = new SubscriptionsRepository();
  private readonly announcer = new AnnounceSubscription(this.subscriptions);
  private readonly accounts = new LockedAccounts(this.plans, this.subscriptions, this.announcer);
  readonly paidTerms = new PaidTerms(this.plans, this.subscriptions, this.accounts);
  readonly moneyBack = new MoneyBack(this.subscriptions, this.accounts);
  readonly quotes: Quotes;
  readonly cancellation: CancelSubscription;

  private constructor(readonly granting: GrantingDatabase) {
    const { database, clock } = granting;
    const opener = new OpenSubscription(clock, this.plans, this.subscriptions, this.announcer);
    this.quotes = new Quotes(new QuotesRepository(), this.plans, this.subscriptions, opener);
    this.cancellation = new CancelSubscription(database, clock, this.plans, this.subscriptions);
  }

  static async open(): Promise<PayingDatabase> {
    return new PayingDatabase(await GrantingDatabase.open());
  }

  get clock() {
    return this.granting.clock;
  }

  get now(): Date {
    return this.granting.clock.now();
  }

  async step<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.granting.database.transaction(work);
  }

  async quote(accountId: string, plan: string, duration: string, changes: Partial<Wish> = {}): Promise<Quote> {
    const wish: Wish = { accountId, plan, duration, method: 'stripe', extend: false, ...changes };
    return this.step((manager) => this.quotes.offer(manager, wish, this.now));
  }

  /** Uses a quote like a checkout. */
  async take(quote: Quote, changes: Partial<Wish> = {}): Promise<Quote> {
    const { accountId, plan, duration, method } = quote;
    const wish: Wish = { accountId, plan, duration, method, extend: false, ...changes };
    return this.step((manager) => this.quotes.take(manager, quote.id, wish, this.now));
  }

  async pay(quote: Quote, id: string = randomUUID(), paidCents = quote.dueCents): Promise<Term> {
    return this.step((manager) => this.paidTerms.place(manager, quote, { id, paidCents }, this.now));
  }

  /** Quotes and pays immediately; extends when the plan runs. */
  async buy(accountId: string, plan: string, duration: string): Promise<Term> {
    return this.pay(await this.quote(accountId, plan, duration, { extend: true }));
  }

  /** Sets how much of a payment is taken back: all of it, or `takenBackCents`. */
  async givenBack({ accountId, paymentId }: Term, takenBackCents = ALL_CENTS): Promise<void> {
    const payment = { id: paymentId!, accountId, amountCents: ALL_CENTS, takenBackCents };
    await this.step((manager) => this.moneyBack.follow(manager, payment, this.now));
  }

  /** All terms of the account, also those of zero length. */
  async allTerms(accountId: string): Promise<Term[]> {
    return this.subscriptions.termsOf(this.granting.database.manager, accountId);
  }

  /** `plan from..to` of each lasting term, in order of time; midnight is shown as the date only. */
  async plan(accountId: string): Promise<string[]> {
    const terms = await this.granting.terms(accountId);
    return terms.map(({ plan, starts_at, ends_at }) => `${plan} ${short(starts_at)}..${short(ends_at)}`);
  }

  async close(): Promise<void> {
    await this.granting.close();
  }
}

function short(at: Date): string {
  return at.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
}
