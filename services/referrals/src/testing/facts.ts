import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import { createHash } from 'node:crypto';

/** The time of the tests' events. */
export const AT = new Date('2026-11-20T08:00:00Z');
export const PAID_CENTS = 1_000;
/** The commission of PAID_CENTS. */
export const EARNED_CENTS = 150;

/** Hashes an address as auth does. */
export const hashOf = (address: string): Buffer => createHash('sha256').update(address).digest();

export const registered = (userId: string, address = `${userId}@example.com`): Announcement =>
  EVENTS.userRegistered.of({ userId, referralCode: '', emailHash: hashOf(address) }, AT);
export const changed = (userId: string, address: string): Announcement =>
  EVENTS.emailChanged.of({ userId, emailHash: hashOf(address) }, AT);
export const verified = (userId: string, referralCode = ''): Announcement =>
  EVENTS.emailVerified.of({ userId, referralCode }, AT);
export const deleted = (userId: string): Announcement => EVENTS.userDeleted.of({ userId }, AT);

export interface Paid {
  userId: string;
  paymentId: string;
  amountCents?: number;
  referralCode?: string;
}
export const pending = ({ amountCents = PAID_CENTS, referralCode = '', ...ids }: Paid): Announcement =>
  EVENTS.paymentPending.of({ ...ids, method: 'crypto', amountCents, referralCode }, AT);
export const completed = ({ amountCents = PAID_CENTS, referralCode = '', ...ids }: Paid): Announcement => {
  const term = { plan: 'basic', months: 1, startsAtSeconds: 1, endsAtSeconds: 2, completedAtSeconds: 1 };
  const money = { totalCents: amountCents, amountCents, referralCode, receiptNumber: 'P-1' };
  return EVENTS.paymentCompleted.of({ ...ids, method: 'stripe', ...term, ...money }, AT);
};
export const failed = ({ userId, paymentId }: Paid): Announcement =>
  EVENTS.paymentFailed.of({ userId, paymentId, method: 'stripe', reason: 'declined' }, AT);
export const refunded = (
  { userId, paymentId, amountCents = PAID_CENTS }: Paid,
  refundId: string,
  refundedTotalCents: number,
  hasFailed = false,
): Announcement =>
  EVENTS.paymentRefunded.of(
    { userId, paymentId, refundId, amountCents: 1, refundedTotalCents, paidCents: amountCents, failed: hasFailed },
    AT,
  );
export const disputed = (
  { userId, paymentId, amountCents = PAID_CENTS }: Paid,
  disputeId: string,
  state: string,
): Announcement =>
  EVENTS.paymentDisputed.of({ userId, paymentId, disputeId, state, amountCents, paidCents: amountCents }, AT);

/** Billing's answers to a credit. */
export const walletEntry = (userId: string, reference: string, kind = 'commission'): Announcement =>
  EVENTS.walletEntryPosted.of(
    { userId, transferId: 't', kind, reference, amountCents: 1, balanceCents: 1, sequence: 1 },
    AT,
  );
export const creditRefused = (userId: string, commissionId: string): Announcement =>
  EVENTS.commissionCreditRefused.of({ userId, commissionId, reason: 'account-deleted' }, AT);
