import { splitCents } from './cents-share.rule.js';
import { worthCents } from './term-value.rule.js';
import type { Term } from './term.entity.js';

/** The part of a term's value that came from one payment. */
export interface Share {
  paymentId: string;
  cents: number;
}

/**
 * The sources of a paid term that was sold before sources were kept, or by a copy of the previous release: its own payment, and those of
 * the terms whose credit it took, as far back as needed. What was taken back earlier came from its own payment first. Money that a bank or
 * a refund had already taken, beyond the `keptCents` of its payment, has no value in the term any more; the term's time stays as it was
 * sold (PAY-33).
 */
export function sourcesOfSold(
  term: Term,
  terms: Term[],
  keptCents: (paymentId: string) => number | undefined,
): Share[] {
  const weights = new Map<string, number>();
  weigh(weights, term.paymentId!, Math.max(0, term.valueCents - term.receivedCents - term.goneCents));
  for (const from of terms.filter(({ creditedTo }) => creditedTo === term.id)) {
    const before = from.sources.length > 0 ? from.sources : sourcesOfSold(from, terms, keptCents);
    const shares = splitCents(
      from.creditedCents,
      before.map(({ cents }) => cents),
    );
    before.forEach(({ paymentId }, at) => weigh(weights, paymentId, shares[at]));
  }
  const ids = [...weights.keys()];
  const shares = splitCents(Math.min(worthCents(term), sumOf([...weights.values()])), [...weights.values()]);
  return ids.map((paymentId, at) => ({
    paymentId,
    cents: Math.min(shares[at], Math.max(0, keptCents(paymentId) ?? Infinity)),
  }));
}

function weigh(weights: Map<string, number>, paymentId: string, cents: number): void {
  weights.set(paymentId, (weights.get(paymentId) ?? 0) + cents);
}

function sumOf(cents: number[]): number {
  return cents.reduce((sum, amount) => sum + amount, 0);
}
