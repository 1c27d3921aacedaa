/** What of a term's worth came of one payment, and what went back there with it. Cents and seconds. */
export interface Part {
  cents: number;
  takenCents: number;
  takenSeconds: number;
}
/** What one payment bought, and what became of its value. Cents and seconds. */
export interface BoughtTerm {
  paymentId: string;
  plan: string;
  rank: number;
  /** Paid, and credit that it took. */
  valueCents: number;
  receivedCents: number;
  /** Of its value what an upgrade took. */
  creditedCents: number;
  taken: boolean;
  ended: boolean;
  /** By payment. Together what it is worth from `valuedAt` on, or from its start. */
  parts: Map<string, Part>;
  valuedAt?: number;
  /** Where it was last, once it is over. */
  span?: [number, number];
}

/** What a term is worth since it was valued. */
export const worth = ({ parts }: BoughtTerm): number => [...parts.values()].reduce((sum, { cents }) => sum + cents, 0);

/** One of which nothing was taken. */
export const partOf = (cents: number): Part => ({ cents, takenCents: 0, takenSeconds: 0 });

/** Cents by the parts of a term, in the order of their payments: what is rounded off goes on to the next. */
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
