import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { type Plan, rankOf } from '../plans/plan.entity.js';
import { PlansRepository } from '../plans/plans.repository.js';
import type { Quote } from '../quotes/quote.entity.js';
import { AnnounceSubscription } from './announce-subscription.provider.js';
import type { Subscription } from './subscription.entity.js';
import { creditGone } from './subscriptions.errors.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { endTerm, type Placement, placeTerm, resumeTerm, secondsBetween, startOf } from './term-start.rule.js';
import { creditedOnward, creditsOf, type Holding, lengthBought } from './term-value.rule.js';
import { Term } from './term.entity.js';

/** Everything of an account that its terms are decided from, locked. */
interface Account {
  subscription: Subscription;
  plans: Plan[];
  terms: Term[];
  held: Holding[];
}

/**
 * Terms that payments buy, inside the caller's transaction; each change announces the account's timetable. Each method locks the account's
 * `subscriptions` row: who locks a payment as well locks that row before it.
 */
@Injectable()
export class PaidTerms {
  constructor(
    private readonly plans: PlansRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly announcer: AnnounceSubscription,
  ) {}

  /**
   * The term of a payment, once per payment. Credit that another payment took meanwhile is not there twice: the term then lasts as long as
   * `paidCents` buys of it (PAY-31). A purchase clears a cancellation (PAY-16). Throws creditGone when it would be bought with nothing.
   */
  async place(
    manager: EntityManager,
    quote: Quote,
    payment: { id: string; paidCents: number },
    now: Date,
  ): Promise<Term> {
    const account = await this.account(manager, quote.accountId);
    const earlier = account.terms.find(({ paymentId }) => paymentId === payment.id);
    if (earlier) return earlier;

    const rank = await this.rankOfQuote(manager, account.plans, quote);
    const { startsAt, ended } = startOf(account.held, rank, now);
    const credits = creditsOf(quote, account.held, ended?.id, now);
    const term = soldTerm(quote, payment, startsAt, sumOf(credits.map(({ cents }) => cents)));
    const placement = placeTerm(account.held, term.held(rank), now);
    term.reschedule(placement);
    [term.soldStartsAt, term.soldEndsAt] = [term.startsAt, term.endsAt];
    for (const { termId, cents } of credits) termOf(account, termId).credit(cents, term.id);

    const changed = [...moved(account, placement), ...credits.map(({ termId }) => termOf(account, termId))];
    await this.subscriptions.place(manager, [term], [...new Set(changed)]);
    await this.subscriptions.saveCancelled(manager, quote.accountId, null);
    await this.announce(manager, account, [term], now);
    return term;
  }

  /** Whether the plan of a late payment could still be bought. */
  async isSellable(manager: EntityManager, quote: Quote): Promise<boolean> {
    const plans = await this.plans.current(manager);
    const plan = plans.find(({ key }) => key === quote.plan);
    return plan?.durations.some(({ key, months }) => key === quote.duration && months === quote.months) ?? false;
  }

  /** Ends what is left of a payment's term: it was given back, or is in dispute (PAY-32). A repeat has no effect. */
  async end(manager: EntityManager, paymentId: string, now: Date): Promise<void> {
    const found = await this.find(manager, paymentId);
    if (!found || found.term.endedAt) return;
    const { account, term } = found;
    const { leftSeconds, changed } = endTerm(account.held, term.id, now);
    term.end(now, leftSeconds);
    await this.subscriptions.place(manager, [], [...new Set([term, ...moved(account, { changed })])]);
    if (changed.length > 0) await this.announce(manager, account, [], now);
  }

  /**
   * A won dispute gives the time back that was left when it began (PAY-32). A repeat has no effect. The caller asks for it only where the
   * payment was not given back meanwhile.
   */
  async restore(manager: EntityManager, paymentId: string, now: Date): Promise<void> {
    const found = await this.find(manager, paymentId);
    if (!found?.term.endedAt) return;
    const { account, term } = found;
    if (term.leftSeconds === 0) {
      term.endedAt = null;
      return this.subscriptions.place(manager, [], [term]);
    }
    const rank = rankOf(account.plans, term.plan);
    const placement = resumeTerm(account.held, { rank, months: 0, seconds: term.leftSeconds }, now);
    const past = pastOf(term);
    term.resume(placement, secondsBetween(term.startsAt, term.endsAt));
    await this.subscriptions.place(manager, past, [...new Set([term, ...moved(account, placement)])]);
    await this.announce(manager, account, past, now);
  }

  /**
   * A part of a payment was given back, or is about to be: no credit comes of it any more (PAY-33). `refundedCents`: of all its refunds so far,
   * also of one that is planned.
   */
  async noteRefunded(manager: EntityManager, paymentId: string, refundedCents: number): Promise<void> {
    const found = await this.find(manager, paymentId);
    if (!found) return;
    found.term.refundedCents = Math.max(found.term.refundedCents, refundedCents);
    await this.subscriptions.place(manager, [], [found.term]);
  }

  /** A refund was refused or came back: `refundedCents` are given back and no more, and what is left is worth something again. */
  async setRefunded(manager: EntityManager, paymentId: string, refundedCents: number): Promise<void> {
    const found = await this.find(manager, paymentId);
    if (!found) return;
    found.term.refundedCents = refundedCents;
    await this.subscriptions.place(manager, [], [found.term]);
  }

  /** Cents of what was paid by a payment that an upgrade took as credit: they cannot be refunded (PAY-22). Locks the account. */
  async creditedOnward(manager: EntityManager, paymentId: string): Promise<number> {
    const found = await this.find(manager, paymentId);
    return found ? creditedOnward(found.term) : 0;
  }

  private async find(manager: EntityManager, paymentId: string): Promise<{ account: Account; term: Term } | undefined> {
    const unlocked = await this.subscriptions.termOfPayment(manager, paymentId);
    if (!unlocked) return undefined;
    const account = await this.account(manager, unlocked.accountId);
    return { account, term: termOf(account, unlocked.id) };
  }

  private async account(manager: EntityManager, accountId: string): Promise<Account> {
    const subscription = await this.subscriptions.lock(manager, accountId);
    const plans = await this.plans.current(manager);
    const terms = await this.subscriptions.termsOf(manager, accountId);
    return { subscription, plans, terms, held: terms.map((term) => term.held(rankOf(plans, term.plan))) };
  }

  /** A plan that left the catalogue while its checkout was open keeps the place it was sold with. */
  private async rankOfQuote(manager: EntityManager, plans: Plan[], quote: Quote): Promise<number> {
    const rank = rankOf(plans, quote.plan);
    return rank >= 0 ? rank : rankOf(await this.plans.ofVersion(manager, quote.catalogueVersion), quote.plan);
  }

  private async announce(manager: EntityManager, account: Account, added: Term[], now: Date): Promise<void> {
    const { subscription, terms, plans } = account;
    await this.announcer.announce(manager, subscription, [...terms, ...added], plans[0], now);
  }
}

/** The term as far as it is known before it has its place: what it cost, and how long it lasts. */
function soldTerm(
  quote: Quote,
  payment: { id: string; paidCents: number },
  startsAt: Date,
  receivedCents: number,
): Term {
  const valueCents = Math.min(payment.paidCents, quote.dueCents) + receivedCents;
  if (valueCents === 0) throw creditGone();
  const waivedCents = Math.max(0, quote.totalCents - quote.creditCents - quote.dueCents);
  const { months, seconds } = lengthOf(quote, startsAt, valueCents + waivedCents);
  const { id: quoteId, accountId, plan, videosPerMonth } = quote;
  const sold = { accountId, plan, months: quote.months, videosPerMonth, paymentId: payment.id, quoteId };
  const value = { valueCents, receivedCents, refundedCents: 0, creditedCents: 0, creditedTo: null };
  const length = { isPart: months === 0, extraSeconds: seconds, usedSeconds: 0, endedAt: null, leftSeconds: 0 };
  return Object.assign(new Term(), {
    id: randomUUID(),
    origin: `payment:${payment.id}`,
    ...sold,
    ...value,
    ...length,
    startsAt,
    endsAt: startsAt,
  });
}

/** As quoted, where the money is what was quoted: the price of a second differs from month to month (PAY-14). */
function lengthOf(quote: Quote, startsAt: Date, moneyCents: number): { months: number; seconds: number } {
  const excessCents = moneyCents - quote.totalCents;
  if (excessCents === Math.max(0, quote.creditCents - quote.totalCents))
    return { months: quote.months, seconds: quote.prolongationSeconds };
  return lengthBought(startsAt, quote.months, quote.totalCents, moneyCents);
}

/** The stretch of a term that was used before it is given back: the account's past stays as it was. */
function pastOf(term: Term): Term[] {
  const usedSeconds = secondsBetween(term.startsAt, term.endsAt);
  if (usedSeconds === 0) return [];
  const { accountId, plan, months, videosPerMonth, startsAt, endsAt } = term;
  const past = {
    accountId,
    plan,
    months,
    videosPerMonth,
    startsAt,
    endsAt,
    soldStartsAt: startsAt,
    soldEndsAt: endsAt,
  };
  const origin = `used:${term.id}:${term.usedSeconds + usedSeconds}`;
  return [Object.assign(new Term(), { id: randomUUID(), origin, ...past, isPart: true, extraSeconds: usedSeconds })];
}

/** Gives the terms that a placement changes their new spans. */
function moved(account: Account, { changed }: Pick<Placement, 'changed'>): Term[] {
  return changed.map((change) => {
    const term = termOf(account, change.id);
    term.reschedule(change);
    return term;
  });
}

function termOf(account: Account, id: string): Term {
  return account.terms.find((term) => term.id === id)!;
}

function sumOf(cents: number[]): number {
  return cents.reduce((sum, amount) => sum + amount, 0);
}
