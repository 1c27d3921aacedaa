import { addMonths, type HeldTerm, type Length, secondsBetween, type Span, wholeSecond } from './term-start.rule.js';

/** What a term cost and what became of it. Amounts are US cents. */
export interface ValuedTerm extends Span {
  id: string;
  /** Paid, and credit used; 0 for a grant. */
  valueCents: number;
  refundedCents: number;
  /** Of this term in stretches before this span. */
  usedSeconds: number;
  /** The term that took its unused value. */
  creditedTo: string | null;
  /** Refunded or disputed since. */
  endedAt: Date | null;
}

/** A term of an account as all rules see it. */
export interface Holding extends HeldTerm, ValuedTerm {
  plan: string;
}

/** Unused value that a payment takes from a term. */
export interface Credit {
  termId: string;
  cents: number;
}

/**
 * The unused value of a running term is what it cost, less what was refunded, by the seconds that are left of all its seconds, rounded
 * down to the cent (PAY-15). A granted term has none.
 */
export function unusedCents(term: ValuedTerm, now: Date): number {
  const left = secondsBetween(laterOf(term.startsAt, wholeSecond(now)), term.endsAt);
  if (left <= 0 || term.endedAt) return 0;
  const all = term.usedSeconds + secondsBetween(term.startsAt, term.endsAt);
  return share(worthCents(term), left, all);
}

/**
 * The credit of a payment: what its quote froze, unless another payment took it meanwhile, it was refunded or is disputed, or that term goes
 * on; and what is unused of the running term that this one ends, where that is another. So a term's value is taken once (PAY-33).
 */
export function creditsOf(
  quote: { creditedTermId: string | null; creditCents: number },
  held: ValuedTerm[],
  endedId: string | undefined,
  now: Date,
): Credit[] {
  const quoted = held.find((term) => term.id === quote.creditedTermId);
  const ended = held.find((term) => term.id === endedId);
  const credits: Credit[] = [];
  if (quoted && isCreditable(quoted) && (quoted === ended || quoted.endsAt <= now))
    credits.push({ termId: quoted.id, cents: Math.min(quote.creditCents, worthCents(quoted)) });
  // Decided by a clock behind another copy's, a term seems to run that an upgrade has just ended.
  if (ended && ended !== quoted && isCreditable(ended) && worthCents(ended) > 0)
    credits.push({ termId: ended.id, cents: unusedCents(ended, now) });
  return credits;
}

/** Whether the credit that a quote froze is still there (PAY-33). */
export function holdsCredit(term: ValuedTerm, cents: number): boolean {
  return isCreditable(term) && worthCents(term) >= cents;
}

function isCreditable(term: ValuedTerm): boolean {
  return !term.creditedTo && !term.endedAt;
}

/** What money buys of a term at its price: more than the price prolongs it, less buys a part of it, in whole seconds rounded down (PAY-15, PAY-31). */
export function lengthBought(startsAt: Date, months: number, priceCents: number, moneyCents: number): Required<Length> {
  const seconds = secondsBetween(startsAt, addMonths(startsAt, months));
  if (moneyCents < priceCents) return { months: 0, seconds: share(moneyCents, seconds, priceCents) };
  return { months, seconds: share(moneyCents - priceCents, seconds, priceCents) };
}

/**
 * How much of what was paid for a term went on to an upgrade as credit, and cannot be refunded (PAY-22, PAY-33). Credit that the term had
 * itself received goes on first: its money is that of the payment before.
 */
export function creditedOnward(term: { creditedCents: number; receivedCents: number }): number {
  return Math.max(0, term.creditedCents - term.receivedCents);
}

function worthCents(term: ValuedTerm): number {
  return Math.max(0, term.valueCents - term.refundedCents);
}

/** floor(amount * part / whole), exact also where the product is beyond the safe integers. */
function share(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}

function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b;
}
