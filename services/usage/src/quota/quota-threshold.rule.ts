/** A share of the month's quota that is worth saying, in percent. */
export type Threshold = 80 | 100;

/**
 * The threshold that the charge of one more video reaches: 100 when it is the last of the limit in force, 80 when it is the first with which
 * 80% of the limit, rounded up, are used (QUOTA-20). A charge that reaches both, as the third of three videos, announces 100 alone. Only
 * a charge reaches one: a change of the limit may leave the account beyond it, and says nothing.
 */
export function thresholdReached(limit: number, usedAfter: number): Threshold | undefined {
  if (usedAfter === limit) return 100;
  return usedAfter === Math.ceil((limit * 4) / 5) ? 80 : undefined;
}
