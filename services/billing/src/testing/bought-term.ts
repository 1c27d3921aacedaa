/** The part of a term's value that came from one payment, and what was taken back of it. Cents and seconds. */
export interface Part {
  cents: number;
  takenCents: number;
  takenSeconds: number;
}
/** What one payment bought, and where its value went. Cents and seconds. */
export interface BoughtTerm {
  paymentId: string;
  plan: string;
  rank: number;
  /** What was paid, and the credit that it took. */
  valueCents: number;
  receivedCents: number;
  /** The part of its value that an upgrade took. */
  creditedCents: number;
  taken: boolean;
  ended: boolean;
  /** By payment. The sum is its value from `valuedAt` on, or from its start. */
  parts: Map<string, Part>;
  valuedAt?: number;
  /** Where it lay last, once it is over. */
  span?: [number, number];
}

/** The value of a term since its last valuation. */
export const worth = ({ parts }: BoughtTerm): number => [...parts.values()].reduce((sum, { cents }) => sum + cents, 0);

/** A source of which nothing was taken. */
export const partOf = (cents: number): Part => ({ cents, takenCents: 0, takenSeconds: 0 });

/** Divides cents among the parts of a term, in the order of their payments; what is rounded off goes to the next part. */
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

/** Rounded down. */
export const share = (amount: number, part: number, whole: number) =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
