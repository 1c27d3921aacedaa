/** A share of the month's quota that is announced, in percent. */
export type Threshold = 80 | 100;

/**
 * The threshold that the charge of one more video reaches: 100 when it is the last one of the current limit, 80 when it is the first with which 80%
 * of the limit, rounded up, are used (QUOTA-20). A charge that reaches both, such as the third of three videos, announces only 100. Only a charge
 * reaches a threshold: a change of the limit may leave the account beyond it without an announcement.
 */
export function thresholdReached(limit: number, usedAfter: number): Threshold | undefined {
  if (usedAfter === limit) return 100;
  return usedAfter === Math.ceil((limit * 4) / 5) ? 80 : undefined;
}
