import type { CommissionStatus } from './commission.entity.js';

/**
 * A commission is shown as pending until the wallet has it. Its amount is the rest that is left; for a failed or fully reversed one it is the
 * original amount (REF-2, REF-16).
 */
export function shownCommission(commission: { status: CommissionStatus; amountCents: number; owedCents: number }): {
  status: Exclude<CommissionStatus, 'approved'>;
  amountCents: number;
} {
  const { status, amountCents, owedCents } = commission;
  return { status: status === 'approved' ? 'pending' : status, amountCents: owedCents > 0 ? owedCents : amountCents };
}
