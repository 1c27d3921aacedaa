import type { PaymentStatus } from '../payments/payment.entity.js';

const YEAR_MONTHS = 12;
const REFUND_MS = 30 * 24 * 60 * 60 * 1_000;

/** What decides whether a payment can be given back. Amounts are US cents. */
export interface RefundCase {
  status: PaymentStatus;
  months: number;
  completedAt: Date | null;
  amountCents: number;
  refundedCents: number;
  /** A refund of it was accepted and came back. */
  hasFailed: boolean;
}

export type RefundRefusal = 'not-completed' | 'not-yearly' | 'too-late' | 'nothing-left';

/** A yearly term can be refunded within 30 days, 30 x 24 hours, of its payment; no other one can (PAY-22). A refund that failed can be repeated later (PAY-63). */
export function refundRefusal(payment: RefundCase, now: Date): RefundRefusal | undefined {
  // Nothing that could be given back is left of a payment that is refunded, be it by a dispute.
  if (payment.status === 'refunded') return 'nothing-left';
  if (!payment.completedAt || payment.status !== 'completed') return 'not-completed';
  if (payment.months !== YEAR_MONTHS) return 'not-yearly';
  if (now.getTime() - payment.completedAt.getTime() > REFUND_MS && !payment.hasFailed) return 'too-late';
  return leftCents(payment) === 0 ? 'nothing-left' : undefined;
}

/**
 * Money that was already given back is not given again. Money that was credited to an upgrade is given back, and its value is taken back
 * from the upgrade (PAY-22, PAY-68).
 */
export function leftCents({ amountCents, refundedCents }: RefundCase): number {
  return Math.max(0, amountCents - refundedCents);
}

/** How much of what is booked as given back still stands: no less than stands at the provider, and no more came back than failed there (PAY-63). */
export function standingCents(bookedCents: number, seen: { standingCents: number; failedCents: number }): number {
  return Math.min(bookedCents, Math.max(seen.standingCents, bookedCents - seen.failedCents));
}
