import type { CommissionStatus } from './commission.entity.js';

/**
 * A commission is shown as pending until the wallet has it. Its amount is what is left of it; of one that failed or was taken back as a
 * whole, what it was (REF-2, REF-16).
 */
export function shownCommission(commission: { status: CommissionStatus; amountCents: number; owedCents: number }): {
  status: Exclude<CommissionStatus, 'approved'>;
  amountCents: number;
} {
  const { status, amountCents, owedCents } = commission;
  return { status: status === 'approved' ? 'pending' : status, amountCents: owedCents > 0 ? owedCents : amountCents };
}
