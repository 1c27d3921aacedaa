import { share } from './cents-share.rule.js';
import { addMonths, type HeldTerm, type Length, secondsBetween, type Span, wholeSecond } from './term-start.rule.js';

/** What a term cost and where its value went. Amounts are US cents. */
export interface ValuedTerm extends Span {
  id: string;
  /** The paid amount and the used credit; 0 for a grant. */
  valueCents: number;
  /** The part of its value that was taken back, or was used up before the last valuation. */
  goneCents: number;
  /** Used seconds of this term before this span. */
  usedSeconds: number;
  /** The time of its last valuation, from which on its remaining value pays for its remaining time; null = its value pays for all its time. */
  valuedFrom: Date | null;
  /** The term that took its unused value. */
  creditedTo: string | null;
  /** When the rest of its time was taken back. */
  endedAt: Date | null;
}

/** A term of an account in the form that the rules take. */
export interface Holding extends HeldTerm, ValuedTerm {
  plan: string;
}

/** Unused value that a payment takes from a term. */
export interface Credit {
  termId: string;
  cents: number;
}

/**
 * The unused value of a term: its remaining value by the fraction of time that is left since the last valuation, rounded down to the cent
 * (PAY-15, PAY-33). A granted term has none.
 */
export function unusedCents(term: ValuedTerm, now: Date): number {
  const { valuedFrom, startsAt, endsAt } = term;
  const left = secondsBetween(laterOf(valuedFrom ?? startsAt, wholeSecond(now)), endsAt);
  if (left <= 0 || term.endedAt) return 0;
  const all = valuedFrom ? secondsBetween(valuedFrom, endsAt) : term.usedSeconds + secondsBetween(startsAt, endsAt);
  return share(worthCents(term), left, all);
}

/** The part of a term's unused value that a quote has frozen. */
export interface FrozenCredit {
  creditedTermId: string | null;
  creditCents: number;
  createdAt: Date;
}

/**
 * The credit of a payment, which has two parts. The first is what its quote froze, unless another payment has used it since then, it was taken
 * back, or that term continues. The second is the unused value of the running term that this one ends, when that is another term. So a term's value
 * is credited once (PAY-33).
 */
export function creditsOf(quote: FrozenCredit, held: ValuedTerm[], endedId: string | undefined, now: Date): Credit[] {
  const quoted = held.find((term) => term.id === quote.creditedTermId);
  const ended = held.find((term) => term.id === endedId);
  const credits: Credit[] = [];
  if (quoted && (quoted === ended || quoted.endsAt <= now)) {
    const cents = frozenCents(quoted, quote);
    if (cents > 0) credits.push({ termId: quoted.id, cents });
  }
  // By a clock slower than that of another copy, a term that an upgrade has just ended still seems to run. Its value is not credited again.
  if (ended && ended !== quoted && isCreditable(ended) && worthCents(ended) > 0)
    credits.push({ termId: ended.id, cents: unusedCents(ended, now) });
  return credits;
}

/** Whether the credit that a quote froze is still there (PAY-33). */
export function holdsCredit(term: ValuedTerm, quote: FrozenCredit): boolean {
  return frozenCents(term, quote) >= quote.creditCents;
}

/** What is left of a frozen credit. Taking value back shrinks it; the passing of time does not (PAY-68). */
function frozenCents(term: ValuedTerm, { creditCents, createdAt }: FrozenCredit): number {
  return isCreditable(term) ? Math.min(creditCents, unusedCents(term, createdAt)) : 0;
}

function isCreditable(term: ValuedTerm): boolean {
  return !term.creditedTo && !term.endedAt;
}

/** The length that money buys at a term's price: more than the price prolongs it, less buys a part. Seconds are rounded down (PAY-15, PAY-31). */
export function lengthBought(startsAt: Date, months: number, priceCents: number, moneyCents: number): Required<Length> {
  const seconds = secondsBetween(startsAt, addMonths(startsAt, months));
  if (moneyCents < priceCents) return { months: 0, seconds: share(moneyCents, seconds, priceCents) };
  return { months, seconds: share(moneyCents - priceCents, seconds, priceCents) };
}

/** The value of a term over the time for which it was last valued: what was paid and credited for it, less what is gone (PAY-33). */
export function worthCents(term: Pick<ValuedTerm, 'valueCents' | 'goneCents'>): number {
  return Math.max(0, term.valueCents - term.goneCents);
}

function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b;
}
