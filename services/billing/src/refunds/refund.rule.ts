import type { PaymentStatus } from '../payments/payment.entity.js';

const YEAR_MONTHS = 12;
const REFUND_MS = 30 * 24 * 60 * 60 * 1_000;

/** The facts that decide whether a payment can be refunded. Amounts are US cents. */
export interface RefundCase {
  status: PaymentStatus;
  months: number;
  completedAt: Date | null;
  amountCents: number;
  refundedCents: number;
  /** Whether an accepted refund of it failed later. */
  hasFailed: boolean;
}

/** Why a payment cannot be refunded. */
export type RefundRefusal = 'not-completed' | 'not-yearly' | 'too-late' | 'nothing-left';

/**
 * A yearly term can be refunded within 30 days (30 x 24 hours) of its payment; no other term can (PAY-22). A failed refund can be repeated later
 * (PAY-63).
 */
export function refundRefusal(payment: RefundCase, now: Date): RefundRefusal | undefined {
  // Nothing is left of a refunded payment, also after a lost dispute.
  if (payment.status === 'refunded') return 'nothing-left';
  if (!payment.completedAt || payment.status !== 'completed') return 'not-completed';
  if (payment.months !== YEAR_MONTHS) return 'not-yearly';
  if (now.getTime() - payment.completedAt.getTime() > REFUND_MS && !payment.hasFailed) return 'too-late';
  return leftCents(payment) === 0 ? 'nothing-left' : undefined;
}

/**
 * The rest of a payment: money that was refunded is not refunded again. Money that was credited to an upgrade can be refunded, and its value is taken
 * back from the upgrade (PAY-22, PAY-68).
 */
export function leftCents({ amountCents, refundedCents }: RefundCase): number {
  return Math.max(0, amountCents - refundedCents);
}

/** How much of the booked refunds is still valid: no less than the provider has, and no more is undone than failed there (PAY-63). */
export function standingCents(bookedCents: number, seen: { standingCents: number; failedCents: number }): number {
  return Math.min(bookedCents, Math.max(seen.standingCents, bookedCents - seen.failedCents));
}
