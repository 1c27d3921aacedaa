import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { type Plan, rankOf } from '../plans/plan.entity.js';
import { PlansRepository } from '../plans/plans.repository.js';
import type { Quote } from '../quotes/quote.entity.js';
import { splitCents } from './cents-share.rule.js';
import { holdingsOf, type LockedAccount, LockedAccounts, moved, termOf } from './locked-account.provider.js';
import { creditGone } from './subscriptions.errors.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { TermSource } from './term-source.entity.js';
import { placeTerm, startOf } from './term-start.rule.js';
import { type Credit, creditsOf, lengthBought } from './term-value.rule.js';
import { Term } from './term.entity.js';

/**
 * Manages the terms that payments buy, inside the caller's transaction; each change announces the account's timetable. Each method locks the
 * account's `subscriptions` row. A caller that also locks a payment must lock that row first, as PaymentsRepository.lock does.
 */
@Injectable()
export class PaidTerms {
  constructor(
    private readonly plans: PlansRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly accounts: LockedAccounts,
  ) {}

  /**
   * Places the term of a payment, once per payment. Credit that another payment took in between is not used twice: the term then lasts as long as
   * `paidCents` buys (PAY-31). A purchase clears a cancellation (PAY-16). Throws creditGone when it would be bought with nothing.
   */
  async place(
    manager: EntityManager,
    quote: Quote,
    payment: { id: string; paidCents: number },
    now: Date,
  ): Promise<Term> {
    const account = await this.accounts.open(manager, quote.accountId);
    const held = holdingsOf(account);
    const earlier = account.terms.find(({ paymentId }) => paymentId === payment.id);
    if (earlier) return earlier;

    const rank = await this.rankOfQuote(manager, account.plans, quote);
    const { startsAt, ended } = startOf(held, rank, now);
    const credits = creditsOf(quote, held, ended?.id, now);
    const term = soldTerm(quote, payment, startsAt, sumOf(credits.map(({ cents }) => cents)));
    const placement = placeTerm(held, term.held(rank), now);
    term.reschedule(placement);
    [term.soldStartsAt, term.soldEndsAt] = [term.startsAt, term.endsAt];
    term.sources = sourcesOf(account, term, credits);
    for (const { termId, cents } of credits) termOf(account, termId).credit(cents, term.id);

    const changed = [...moved(account, placement.changed), ...credits.map(({ termId }) => termOf(account, termId))];
    await this.subscriptions.place(manager, [term], [...new Set(changed)]);
    await this.subscriptions.saveSources(manager, term.sources);
    await this.subscriptions.saveCancelled(manager, quote.accountId, null);
    await this.accounts.announce(manager, account, [term], now);
    return term;
  }

  /** Whether the plan of a late payment could still be bought. */
  async isSellable(manager: EntityManager, quote: Quote): Promise<boolean> {
    const plans = await this.plans.current(manager);
    const plan = plans.find(({ key }) => key === quote.plan);
    return plan?.durations.some(({ key, months }) => key === quote.duration && months === quote.months) ?? false;
  }

  /** A plan that left the catalogue while its checkout was open keeps the rank with which it was quoted. */
  private async rankOfQuote(manager: EntityManager, plans: Plan[], quote: Quote): Promise<number> {
    const rank = rankOf(plans, quote.plan);
    return rank >= 0 ? rank : rankOf(await this.plans.ofVersion(manager, quote.catalogueVersion), quote.plan);
  }
}

/** The term before its place is known: its cost and its length. */
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
  const value = { valueCents, receivedCents, goneCents: 0, valuedFrom: null, creditedCents: 0, creditedTo: null };
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

/** The money that a new term came from: its own payment, and for each credit the shares of the payments of the credited term (PAY-33). */
function sourcesOf(account: LockedAccount, term: Term, credits: Credit[]): TermSource[] {
  const cents = new Map([[term.paymentId!, term.valueCents - term.receivedCents]]);
  for (const credit of credits) {
    const { sources } = termOf(account, credit.termId);
    const shares = splitCents(
      credit.cents,
      sources.map((source) => source.cents),
    );
    sources.forEach(({ paymentId }, at) => cents.set(paymentId, (cents.get(paymentId) ?? 0) + shares[at]));
  }
  return [...cents].filter(([, each]) => each > 0).map(([paymentId, each]) => TermSource.of(term.id, paymentId, each));
}

/** The quoted length, when the money is as quoted: the price of a second differs from month to month (PAY-14). */
function lengthOf(quote: Quote, startsAt: Date, moneyCents: number): { months: number; seconds: number } {
  const excessCents = moneyCents - quote.totalCents;
  if (excessCents === Math.max(0, quote.creditCents - quote.totalCents))
    return { months: quote.months, seconds: quote.prolongationSeconds };
  return lengthBought(startsAt, quote.months, quote.totalCents, moneyCents);
}

function sumOf(cents: number[]): number {
  return cents.reduce((sum, amount) => sum + amount, 0);
}
