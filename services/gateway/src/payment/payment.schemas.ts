import type { Payment, QuoteLine } from '@precis/proto/billing/v1/billing';
import { z } from 'zod';
import {
  optionalReferralCode,
  optionalText,
  optionalBoolean,
  requiredText,
  requiredWord,
} from '../http/input-fields.js';
import { dollarsOf } from './dollars.js';

export const METHODS = ['stripe', 'crypto', 'wallet'] as const;

/** The fields of a purchase. No amount is among them: prices in the body are dropped (PAY-50). Billing decides which plans exist. */
export const quoteBody = z.object({
  plan: requiredText(40),
  duration: requiredWord(['monthly', '3months', '6months', 'yearly']),
  paymentMethod: requiredWord(METHODS),
  extend: optionalBoolean(false),
});
export const sessionBody = quoteBody.extend({ referral_code: optionalReferralCode(), quote_id: optionalText(64) });

const dollars = z.number().describe('Dollars');
const seconds = z.number().int().describe('Unix seconds');

export const line = z.object({
  kind: z.string().describe('plan, credit or prolongation'),
  label: z.string(),
  amount: z.number().describe('Dollars; negative for a credit'),
});
export const quote = z.object({
  success: z.literal(true),
  quote_id: z.string().describe('For create-session, until expires_at'),
  kind: z.string().describe('new, renewal, extension, upgrade or downgrade'),
  lines: z.array(line),
  total: z.number().describe('Dollars, before credit'),
  credit: dollars,
  due: dollars,
  starts_at: seconds,
  ends_at: seconds,
  expires_at: seconds,
  wallet_balance: dollars,
});
export const session = z.object({
  success: z.literal(true),
  url: z.string().optional().describe('Where the payer pays; absent when nothing is left to pay'),
  message: z.string().optional().describe('Instead of url'),
});
export const payment = z.object({
  id: z.string(),
  status: z.string().describe('created, pending, processing, completed, failed, expired, refunded or disputed'),
  plan: z.string(),
  duration: z.string(),
  payment_method: z.string(),
  total: z.number().describe('Dollars, before credit'),
  credit: dollars,
  amount: z.number().describe('Dollars that were or are to be paid'),
  refunded: dollars,
  created_at: seconds,
  completed_at: seconds.nullable(),
  starts_at: seconds.nullable().describe('Unix seconds; null before there is a term'),
  ends_at: seconds.nullable().describe('Unix seconds; null before there is a term'),
  receipt_number: z.string().nullable(),
  session_id: z.string().nullable().describe("The provider's id of its checkout; null for the wallet"),
  note: z.string().nullable().describe('A note on the payment for people'),
});
export const paymentAnswer = z.object({ success: z.literal(true), payment });
export const history = z.object({
  success: z.literal(true),
  history: z.array(payment),
  next: z.string().nullable().describe('Ask again with after = this for older ones; null on the last page'),
});

export type QuoteBody = z.output<typeof quoteBody>;
export type SessionBody = z.output<typeof sessionBody>;

export function lineView({ kind, label, amountCents }: QuoteLine): z.output<typeof line> {
  return { kind, label, amount: dollarsOf(amountCents) };
}

export function paymentView(found: Payment): z.output<typeof payment> {
  return {
    id: found.id,
    status: found.status,
    plan: found.plan,
    duration: found.duration,
    payment_method: found.paymentMethod,
    total: dollarsOf(found.totalCents),
    credit: dollarsOf(found.creditCents),
    amount: dollarsOf(found.amountCents),
    refunded: dollarsOf(found.refundedCents),
    created_at: found.createdAtSeconds,
    completed_at: found.completedAtSeconds || null,
    starts_at: found.startsAtSeconds || null,
    ends_at: found.endsAtSeconds || null,
    receipt_number: found.receiptNumber || null,
    session_id: found.sessionId || null,
    note: found.note || null,
  };
}
