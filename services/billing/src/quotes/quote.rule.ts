import type { PaymentMethod } from '../payments/payment.entity.js';
import { endOf, type Span, startOf, wholeSecond } from '../subscriptions/term-start.rule.js';
import { type Holding, lengthBought, unusedCents } from '../subscriptions/term-value.rule.js';
import type { QuoteKind, QuoteLine } from './quote.entity.js';

const MINUTE_MS = 60_000;
/** How long a price is valid (PAY-14). */
const HOLDS_MS = 30 * MINUTE_MS;
/** A repeated request returns the same quote while it is valid for at least this time (PAY-30). */
const REUSED_WITH_MS = 20 * MINUTE_MS;
/** How long an unused quote is kept after its end (PAY-34). */
const KEPT_MS = 24 * 60 * MINUTE_MS;
/** The smallest amount that a card can be charged. */
const LEAST_CARD_CENTS = 50;

/** A plan on sale, for one of its periods. `priceCents` is per month. */
export interface Offer {
  plan: string;
  name: string;
  rank: number;
  months: number;
  priceCents: number;
  method: PaymentMethod;
}

/** The price of a term. Amounts are US cents. */
export interface Price extends Span {
  kind: QuoteKind;
  lines: QuoteLine[];
  totalCents: number;
  creditCents: number;
  dueCents: number;
  creditedTermId: string | null;
  prolongationSeconds: number;
}

/**
 * The total is the price per month times the months (PAY-24). At an upgrade, the unused value of the ended term is a credit, and credit beyond the
 * total prolongs the new term at its own price (PAY-15). An amount too small for a card is waived (PAY-30).
 */
export function priceOf(offer: Offer, held: Holding[], nameOf: (plan: string) => string, now: Date): Price {
  const { startsAt, ended } = startOf(held, offer.rank, now);
  const totalCents = offer.priceCents * offer.months;
  const creditCents = ended ? unusedCents(ended, now) : 0;
  const openCents = Math.max(0, totalCents - creditCents);
  const waivedCents = offer.method === 'stripe' && openCents < LEAST_CARD_CENTS ? openCents : 0;
  const length = lengthBought(startsAt, offer.months, totalCents, Math.max(totalCents, creditCents));
  const lines: QuoteLine[] = [{ kind: 'plan', label: termLabel(offer), amountCents: totalCents }];
  if (ended && creditCents > 0)
    lines.push({
      kind: 'credit',
      label: `Unused time of ${nameOf(ended.plan)}`,
      amountCents: -Math.min(creditCents, totalCents),
    });
  if (waivedCents > 0) lines.push({ kind: 'credit', label: 'Too small for a card', amountCents: -waivedCents });
  if (length.seconds >= 60)
    lines.push({
      kind: 'prolongation',
      label: `${durationLabel(length.seconds)} longer, for the rest of the credit`,
      amountCents: 0,
    });
  return {
    kind: kindOf(offer, held, startsAt, now),
    lines,
    totalCents,
    creditCents,
    dueCents: openCents - waivedCents,
    creditedTermId: ended && creditCents > 0 ? ended.id : null,
    prolongationSeconds: length.seconds,
    startsAt,
    endsAt: endOf(startsAt, length),
  };
}

/** The kind of the purchase: an extension when the plan runs or waits, a renewal when it ran last (PAY-6, PAY-7). */
function kindOf(offer: Offer, held: Holding[], startsAt: Date, now: Date): QuoteKind {
  if (isBought(offer.plan, held, now)) return 'extension';
  if (held.some((term) => term.startsAt <= now && now < term.endsAt))
    return startsAt > wholeSecond(now) ? 'downgrade' : 'upgrade';
  const last = held
    .filter((term) => term.endsAt > term.startsAt)
    .sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime())
    .at(-1);
  return last?.plan === offer.plan ? 'renewal' : 'new';
}

/**
 * Whether a term of the plan runs, or waits for a better one to end. Buying it again then needs an explicit wish to extend, so that a second click
 * does not (PAY-13).
 */
export function isBought(plan: string, held: (Span & { plan: string })[], now: Date): boolean {
  return held.some((term) => term.plan === plan && term.endsAt > now && term.endsAt > term.startsAt);
}

/** A quote is valid for 30 minutes (PAY-14). */
export function expiryOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + HOLDS_MS);
}

export function hasExpired(quote: { expiresAt: Date }, now: Date): boolean {
  return now >= quote.expiresAt;
}

/**
 * Whether an open quote is returned again, so that frequent requests fill no table: it must be valid for 20 more minutes, and only time has passed
 * (PAY-30). `then`: the price at its creation, from the terms held now; `fresh`: the price now.
 */
export function answersAgain(open: Price & { expiresAt: Date }, then: Price, fresh: Price, now: Date): boolean {
  return (
    open.expiresAt.getTime() - now.getTime() >= REUSED_WITH_MS &&
    open.kind === fresh.kind &&
    open.creditedTermId === fresh.creditedTermId &&
    open.kind === then.kind &&
    open.dueCents === then.dueCents &&
    open.creditCents === then.creditCents &&
    open.endsAt.getTime() === then.endsAt.getTime()
  );
}

/** Unused quotes that expired before this time are deleted (PAY-34). */
export function quotesKeptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

function termLabel({ name, months }: Offer): string {
  return `${name}, ${months} ${months === 1 ? 'month' : 'months'}`;
}

/** Formats `12 days`; below a day, hours and minutes. */
function durationLabel(seconds: number): string {
  const [unit, size] = seconds >= 86_400 ? ['day', 86_400] : seconds >= 3_600 ? ['hour', 3_600] : ['minute', 60];
  const count = Math.floor(seconds / Number(size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
