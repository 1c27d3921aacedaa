import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { rankOf } from '../plans/plan.entity.js';
import { splitCents } from './cents-share.rule.js';
import { holdingsOf, type LockedAccount, LockedAccounts, moved } from './locked-account.provider.js';
import { holders, isOver, regained, secondsLost, takenFrom } from './money-back.rule.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import type { TermSource } from './term-source.entity.js';
import { resizeTerm, resumeTerm, secondsBetween, wholeSecond } from './term-start.rule.js';
import { unusedCents } from './term-value.rule.js';
import { Term } from './term.entity.js';

/** A payment, and how many of its cents are no longer ours. */
export interface ReversedPayment {
  id: string;
  accountId: string;
  amountCents: number;
  takenBackCents: number;
}

/** What a change of the money changes in the account. */
interface Changes {
  added: Term[];
  /** Whether the span of any term changed. */
  spans: boolean;
}

/** When money goes back, takes the payment's value back wherever it went; when money returns, gives the value back (PAY-68, PAY-69). */
@Injectable()
export class MoneyBack {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly accounts: LockedAccounts,
  ) {}

  /**
   * Adjusts the account's terms to the amount of a payment that is taken back by now, inside the caller's transaction. A repeat has no
   * effect. It locks the account's `subscriptions` row. A caller that also locks a payment must do so by PaymentsRepository.lock, which
   * locks that row before the payment; the opposite order could deadlock.
   */
  async follow(manager: EntityManager, payment: ReversedPayment, now: Date): Promise<void> {
    const account = await this.accounts.open(manager, payment.accountId);
    const changes: Changes = { added: [], spans: false };
    const before = new Map(account.terms.map((term) => [term.id, stateOf(term)]));
    const { id, amountCents, takenBackCents } = payment;
    const own = account.terms.find(({ paymentId }) => paymentId === id);
    if (own?.isSuspended && takenBackCents < amountCents) this.unsuspend(account, own, payment, now, changes);
    const taken = takenFrom(account.terms, id);
    if (takenBackCents > taken) this.take(account, id, takenBackCents - taken, now, changes);
    else if (takenBackCents < taken) this.give(account, id, taken - takenBackCents, now, changes);

    const changed = account.terms.filter((term) => before.get(term.id) !== stateOf(term));
    if (changed.length === 0 && changes.added.length === 0) return;
    await this.subscriptions.place(manager, changes.added, changed);
    await this.subscriptions.saveSources(
      manager,
      changed.flatMap(({ sources }) => sources),
    );
    if (changes.spans) await this.accounts.announce(manager, account, changes.added, now);
  }

  /** Takes from waiting terms first, the latest one first, and from the running term last (PAY-68). */
  private take(account: LockedAccount, paymentId: string, cents: number, now: Date, changes: Changes): void {
    let wanted = cents;
    for (const { term, source } of holders(account.terms, paymentId)) {
      if (isOver(term, now)) term.writeOff(source);
      else if (wanted > 0) wanted -= this.takeFrom(account, term, source, wanted, now, changes);
    }
  }

  private takeFrom(
    account: LockedAccount,
    term: Term,
    source: TermSource,
    wanted: number,
    now: Date,
    changes: Changes,
  ): number {
    const unused = unusedCents(term, now);
    const parts = partsOf(term, unused);
    const cents = Math.min(wanted, parts[term.sources.indexOf(source)]);
    const left = leftSecondsOf(term, now);
    const seconds = secondsLost(unused, cents, left);
    if (seconds === 0 && cents === 0) return 0;
    term.revalue(wholeSecond(now), parts);
    term.takeBack(source, cents, seconds);
    this.resize(account, term, left - seconds, now, changes);
    if (seconds === left) term.end(now, seconds);
    return cents;
  }

  /** Returns value to the terms from which it was taken, the earliest first. A term that is over gets its time back after the running one. */
  private give(account: LockedAccount, paymentId: string, cents: number, now: Date, changes: Changes): void {
    let wanted = cents;
    for (const { term, source } of holders(account.terms, paymentId, 'taken').reverse()) {
      const { cents: given, seconds } = regained(source, wanted);
      wanted -= given;
      if (isOver(term, now)) {
        term.takeBack(source, -given, -seconds);
        term.restoreValue(source, seconds > 0 ? given : 0);
        if (seconds > 0) this.returnTime(account, term, seconds, now, changes);
      } else {
        const left = leftSecondsOf(term, now);
        term.revalue(wholeSecond(now), partsOf(term, unusedCents(term, now)));
        term.takeBack(source, -given, -seconds);
        this.resize(account, term, left + seconds, now, changes);
      }
    }
  }

  /**
   * Continues a term that an older release suspended because of an open dispute: all of its time returns, with the value of the money that
   * is kept.
   */
  private unsuspend(account: LockedAccount, term: Term, payment: ReversedPayment, now: Date, changes: Changes): void {
    const keptCents = Math.max(0, term.valueCents - term.receivedCents - payment.takenBackCents);
    term.sources.filter(({ paymentId }) => paymentId === payment.id).forEach((source) => (source.cents = keptCents));
    term.goneCents = term.valueCents - term.sources.reduce((sum, { cents }) => sum + cents, 0);
    term.usedSeconds += secondsBetween(term.startsAt, term.endsAt);
    this.returnTime(account, term, term.leftSeconds, now, changes);
  }

  private resize(account: LockedAccount, term: Term, leftSeconds: number, now: Date, changes: Changes): void {
    moved(account, resizeTerm(holdingsOf(account), term.id, leftSeconds, now));
    term.fixLength();
    changes.spans = true;
  }

  /** Gives a term that was over some of its time back; the part that was used stays where it was. */
  private returnTime(account: LockedAccount, term: Term, seconds: number, now: Date, changes: Changes): void {
    const placement = resumeTerm(
      holdingsOf(account).filter(({ id }) => id !== term.id),
      { rank: rankOf(account.plans, term.plan), months: 0, seconds },
      now,
    );
    const past = pastOf(term);
    term.resume(placement);
    moved(account, placement.changed);
    changes.added.push(...past);
    changes.spans = true;
  }
}

/** The share of each source in a term's unused value. */
function partsOf(term: Term, unused: number): number[] {
  return splitCents(
    unused,
    term.sources.map(({ cents }) => cents),
  );
}

function leftSecondsOf({ startsAt, endsAt }: Term, now: Date): number {
  const from = wholeSecond(now);
  return secondsBetween(startsAt > from ? startsAt : from, endsAt);
}

/** Keeps the used part of a term as a row of its own before its rest moves, so that the account's past stays unchanged. */
function pastOf(term: Term): Term[] {
  const usedSeconds = secondsBetween(term.startsAt, term.endsAt);
  if (usedSeconds === 0) return [];
  const { accountId, plan, months, videosPerMonth, startsAt, endsAt } = term;
  const span = { startsAt, endsAt, soldStartsAt: startsAt, soldEndsAt: endsAt };
  const origin = `used:${term.id}:${startsAt.toISOString()}`;
  const past = { id: randomUUID(), origin, accountId, plan, months, videosPerMonth, ...span };
  return [Object.assign(new Term(), { ...past, isPart: true, extraSeconds: usedSeconds })];
}

/** A snapshot of everything about a term that can change, to tell whether it did. */
function stateOf(term: Term): string {
  return JSON.stringify(term);
}
