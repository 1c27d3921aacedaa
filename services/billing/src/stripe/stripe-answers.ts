import { z } from 'zod';
import { sightingRefused } from '../payments/payment-provider.errors.js';
import type { Payment } from '../payments/payment.entity.js';
import type { Sighting } from '../payments/payment-provider.js';

const idOf = z
  .union([z.string(), z.object({ id: z.string() })])
  .transform((one) => (typeof one === 'string' ? one : one.id));
const cents = z.number().int().nonnegative();

const charge = z.object({
  id: z.string(),
  amount: cents,
  amount_refunded: cents,
  currency: z.string(),
  disputed: z.boolean(),
});
const paymentIntent = z.object({ id: z.string(), status: z.string(), latest_charge: charge.nullish() });

/** The fields of a session that we read; the payment intent and its charge are present when they were expanded. */
export const sessionSchema = z.object({
  id: z.string().min(1),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: cents,
  currency: z.string(),
  livemode: z.boolean(),
  client_reference_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
  url: z.string().nullable(),
  expires_at: z.number().int(),
  payment_intent: z.unknown(),
});
export type StripeSession = z.output<typeof sessionSchema>;

export const refundsSchema = z.array(
  z.object({
    id: z.string(),
    amount: cents,
    currency: z.string(),
    status: z.string().nullable(),
    metadata: z.record(z.string(), z.string()).nullish(),
  }),
);
export type StripeRefunds = z.output<typeof refundsSchema>;

export const disputesSchema = z.array(
  z.object({ id: z.string(), amount: cents, currency: z.string(), status: z.string(), created: z.number() }),
);
export type StripeDisputes = z.output<typeof disputesSchema>;

/** Undefined until the payer has begun to pay. */
export function paymentIntentIdOf({ payment_intent: intent }: StripeSession): string | undefined {
  return intent === null || intent === undefined ? undefined : idOf.parse(intent);
}

/** Undefined until the payer has begun to pay, and when the session was read without it. */
export function paymentIntentOf({ payment_intent: intent }: StripeSession): z.output<typeof paymentIntent> | undefined {
  return typeof intent === 'object' && intent !== null ? paymentIntent.parse(intent) : undefined;
}

/** Throws when the session belongs to another payment, or its money is not what we asked for (PAY-43). */
export function checkSession(session: StripeSession, payment: Payment, isLive: boolean): void {
  if (session.client_reference_id !== payment.id) throw sightingRefused('payment id');
  if (session.livemode !== isLive) throw sightingRefused('mode');
  if (session.currency !== 'usd') throw sightingRefused('currency');
  if (session.amount_total !== payment.amountCents) throw sightingRefused('amount');
  const taken = paymentIntentOf(session)?.latest_charge;
  if (session.payment_status !== 'paid' || !taken) return;
  if (taken.currency !== 'usd') throw sightingRefused('charge currency');
  if (taken.amount !== payment.amountCents) throw sightingRefused('charge amount');
}

/** Returns the address of an open checkout. Throws when it is not on one of Stripe's checkout origins (PAY-67). */
export function checkoutAddressOf({ url }: StripeSession, origins: string[]): string {
  if (url === null || !URL.canParse(url) || !origins.includes(new URL(url).origin))
    throw sightingRefused('checkout address');
  return url;
}

/**
 * Translates a session into our terms. Money counts once Stripe calls it paid, a refund once it succeeded. Throws when a refund or dispute is in
 * another currency, because its amount is not in our cents (PAY-43).
 */
export function sightingOf(session: StripeSession, refunds: StripeRefunds, disputes: StripeDisputes): Sighting {
  if (refunds.some(isForeign)) throw sightingRefused('refund currency');
  if (disputes.some(isForeign)) throw sightingRefused('dispute currency');
  const isPaid = session.payment_status === 'paid';
  return {
    state: stateOf(session),
    paidCents: isPaid ? session.amount_total : 0,
    partial: false,
    refundedCents: sumOf(refunds.filter(({ status }) => status === 'succeeded')),
    ...(refunds.length > 0 && { refunds: seenRefunds(refunds) }),
    disputes: disputesOf(disputes),
  };
}

function isForeign({ currency }: { currency: string }): boolean {
  return currency !== 'usd';
}

/** A refund may fail, or be cancelled at the dashboard, days after it was accepted: its money is ours again. */
function seenRefunds(refunds: StripeRefunds): Sighting['refunds'] {
  const failed = refunds.filter(({ status }) => status === 'failed' || status === 'canceled');
  const idsOf = (all: StripeRefunds) => all.flatMap(({ metadata }) => metadata?.refund_id ?? []);
  return {
    standingCents: sumOf(refunds) - sumOf(failed),
    failedCents: sumOf(failed),
    knownIds: idsOf(refunds),
    failedIds: idsOf(failed),
  };
}

function sumOf(refunds: StripeRefunds): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

function stateOf(session: StripeSession): Sighting['state'] {
  if (session.payment_status === 'paid') return 'paid';
  if (session.payment_status === 'no_payment_required') throw sightingRefused('amount');
  if (session.status !== 'complete') return session.status;
  // Complete and unpaid: the bank has not answered yet, or has declined.
  const status = paymentIntentOf(session)?.status;
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'processing';
}

/** Inquiries (warning_*) and prevented disputes take no money. A lost dispute may still be won on appeal. */
const DISPUTE_STATES: Record<string, 'open' | 'won' | 'lost'> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
};

/** The disputes that moved money, oldest first: a charge can be disputed again after a dispute has ended. */
function disputesOf(disputes: StripeDisputes): Sighting['disputes'] {
  return disputes
    .filter(({ status }) => Object.hasOwn(DISPUTE_STATES, status))
    .toSorted((one, other) => one.created - other.created)
    .map(({ id, status, amount }) => ({ id, state: DISPUTE_STATES[status], amountCents: amount }));
}
