import { share } from './cents-share.rule.js';
import type { TermSource } from './term-source.entity.js';
import type { Term } from './term.entity.js';

/** A term, and the part of its value that came from the payment in question. */
export interface Holder {
  term: Term;
  source: TermSource;
}

/**
 * The terms that hold value of a payment, in the order in which it is taken back: waiting terms before the running one, the latest first,
 * and of two at the same time the one that was sold later (PAY-68). `taken`: the terms from which some was taken.
 */
export function holders(terms: Term[], paymentId: string, what: 'value' | 'taken' = 'value'): Holder[] {
  const all = terms.flatMap((term) => {
    const source = term.sources.find((each) => each.paymentId === paymentId);
    return source && holds(term, source, what) ? [{ term, source }] : [];
  });
  return all.sort(({ term: a }, { term: b }) => {
    const later = b.startsAt.getTime() - a.startsAt.getTime();
    return later === 0 ? (b.paymentId! < a.paymentId! ? -1 : 1) : later;
  });
}

function holds(term: Term, source: TermSource, what: 'value' | 'taken'): boolean {
  if (what === 'taken') return source.takenCents > 0;
  return source.cents > 0 && !term.creditedTo && !term.endedAt;
}

/** Cents of a payment that were taken back from terms and not given again. */
export function takenFrom(terms: Term[], paymentId: string): number {
  const sources = terms.flatMap((term) => term.sources.filter((each) => each.paymentId === paymentId));
  return sources.reduce((sum, { takenCents }) => sum + takenCents, 0);
}

/** Whether a term has no time left that could become shorter or longer. */
export function isOver(term: Term, now: Date): boolean {
  return term.endsAt <= now || term.endsAt <= term.startsAt || term.endedAt !== null || term.creditedTo !== null;
}

/**
 * The seconds that a term loses together with `cents` of its unused value: the same fraction of its remaining seconds. The seconds that stay are
 * rounded down, so the loss is rounded up. When less than one cent stays, all seconds are lost (PAY-68).
 */
export function secondsLost(unusedCents: number, cents: number, leftSeconds: number): number {
  const stays = unusedCents - cents;
  return stays === 0 ? leftSeconds : leftSeconds - share(leftSeconds, stays, unusedCents);
}

/** What returns to a source of what was taken from it: at most the wanted cents, and the seconds that were taken with them, rounded down (PAY-69). */
export function regained(source: TermSource, wantedCents: number): { cents: number; seconds: number } {
  const cents = Math.min(wantedCents, source.takenCents);
  return { cents, seconds: cents === 0 ? 0 : share(source.takenSeconds, cents, source.takenCents) };
}
