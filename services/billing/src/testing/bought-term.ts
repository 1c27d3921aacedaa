/** The part of a term's value that came from one payment, and what was taken back of it. Cents and seconds. */
export interface Part {
  cents: number;
  takenCents: number;
  takenSeconds: number;
}
/** The term that one payment bought, and where its value went. Cents and seconds. */
export interface BoughtTerm {
  paymentId: string;
  plan: string;
  rank: number;
  /** The paid amount, and the credit that it took. */
  valueCents: number;
  receivedCents: number;
  /** The part of its value that an upgrade took. */
  creditedCents: number;
  taken: boolean;
  ended: boolean;
  /** Parts by payment. Their sum is its value from `valuedAt` on, or from its start. */
  parts: Map<string, Part>;
  valuedAt?: number;
  /** Its last position, once it is over. */
  span?: [number, number];
}

/** The value of a term since its last valuation. */
export const worth = ({ parts }: BoughtTerm): number => [...parts.values()].reduce((sum, { cents }) => sum + cents, 0);

/** A source from which nothing was taken. */
export const partOf = (cents: number): Part => ({ cents, takenCents: 0, takenSeconds: 0 });

/** Divides cents among the parts of a term, in the order of their payments; rounding remainders go to the next part. */
export function split(cents: number, term: BoughtTerm): Map<string, number> {
  const whole = worth(term);
  const shares = new Map<string, number>();
  let [before, weight] = [0, 0];
  for (const [id, part] of [...term.parts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    weight += part.cents;
    const upTo = whole === 0 ? 0 : share(cents, weight, whole);
    shares.set(id, upTo - before);
    before = upTo;
  }
  return shares;
}

/** floor(amount * part / whole). */
export const share = (amount: number, part: number, whole: number) =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
