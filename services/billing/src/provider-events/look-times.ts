import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import type { PaymentStatus } from '../payments/payment.entity.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Stripe redelivers for days, so each wait is twice the one before, up to six hours. */
const STRIPE_WAITS: Backoff = { firstMs: MINUTE_MS, factor: 2, capMs: 6 * 60 * MINUTE_MS };
/** BTCPay loses its webhooks when it restarts, so billing looks every minute to find money on the blockchain, including late payments. */
const CRYPTO_WAITS: Backoff = { firstMs: MINUTE_MS, factor: 1, capMs: MINUTE_MS };
/** After the payment was fulfilled, only excess money can arrive, which is not urgent. */
const FULFILLED_WAITS: Backoff = { firstMs: 10 * MINUTE_MS, factor: 1, capMs: 10 * MINUTE_MS };

/** How long a checkout is still checked after its end: an hour for a card; for crypto the day for which BTCPay watches it, and one more hour. */
export const WATCHED_MS = { stripe: 60 * MINUTE_MS, crypto: 25 * 60 * MINUTE_MS };

/** The states in which a payment is watched for so long. An invoice can receive more money in any state. */
export const WATCHED_STATES: Record<'stripe' | 'crypto', PaymentStatus[]> = {
  stripe: ['expired'],
  crypto: ['expired', 'failed', 'completed', 'refunded'],
};

/** When an open or watched payment is looked at again without an event (PAY-42). `looks`: number of looks so far; `random` in [0, 1). */
export function nextOpenLook(
  method: 'stripe' | 'crypto',
  { looks, completedAt }: { looks: number; completedAt: Date | null },
  now: Date,
  random: number,
): Date {
  const waits = method === 'stripe' ? STRIPE_WAITS : completedAt ? FULFILLED_WAITS : CRYPTO_WAITS;
  return new Date(now.getTime() + backoffMs(waits, looks + 1, random));
}

/** Banks accept disputes for 120 days; ten days are added as a margin. Refunds at the provider's dashboard are watched for as long. */
export const COMPLETED_WATCHED_MS = 130 * DAY_MS;
/** The age from which a completed payment is looked at without an event. */
export const FIRST_SWEEP_MS = DAY_MS;

/** A completed payment is looked at daily for a week, every third day for a month, then weekly (PAY-42). */
export function nextCompletedLook(completedAt: Date, now: Date): Date {
  const ageDays = (now.getTime() - completedAt.getTime()) / DAY_MS;
  return new Date(now.getTime() + (ageDays < 7 ? 1 : ageDays < 30 ? 3 : 7) * DAY_MS);
}
