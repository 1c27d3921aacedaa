import type Stripe from 'stripe';
import { freshId } from './books.js';
import type { Surroundings } from './events.js';
import { noSuch, StripeRefusal } from './stripe-refusal.js';

const FEE_CENTS = 1_500;
const DAYS_TO_ANSWER = 9;

/** Opens a dispute: the cardholder's bank takes the money back until it is decided. A won dispute may be opened again. */
export function openDispute(around: Surroundings, chargeId: string, wanted: { amount?: number; reason?: string }) {
  const { books, seconds, announce } = around;
  const charge = books.charges.get(chargeId);
  if (!charge) throw noSuch('charge', chargeId);
  const isHeld = [...books.disputes.values()].some((one) => one.charge === chargeId && one.status !== 'won');
  if (charge.status !== 'succeeded' || isHeld) throw notNow(`Charge ${chargeId} cannot be disputed now.`);
  const amount = Math.min(wanted.amount ?? charge.amount, charge.amount);
  const dispute: Stripe.Dispute = {
    id: freshId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [balance(-amount, seconds())],
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: seconds() + DAYS_TO_ANSWER * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
    },
    reason: wanted.reason ?? 'fraudulent',
    status: 'needs_response',
  };
  books.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  announce('charge.dispute.created', dispute);
  announce('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The seller appeals against a lost dispute; the bank decides again. */
export function appealDispute({ books, announce }: Surroundings, id: string) {
  const dispute = books.disputes.get(id);
  if (!dispute) throw noSuch('dispute', id);
  if (dispute.status !== 'lost') throw notNow(`Dispute ${id} is not lost.`);
  dispute.status = 'appeal_under_review';
  announce('charge.dispute.updated', dispute, { status: 'lost' });
  return dispute;
}

/** The bank decides a dispute or an appeal; the money of a won dispute returns. */
export function closeDispute({ books, seconds, announce }: Surroundings, id: string, status: 'won' | 'lost') {
  const dispute = books.disputes.get(id);
  if (!dispute) throw noSuch('dispute', id);
  if (dispute.status === 'won' || dispute.status === 'lost') throw notNow(`Dispute ${id} is closed.`);
  const before = { status: dispute.status };
  dispute.status = status;
  if (status === 'won') dispute.balance_transactions.push(balance(dispute.amount, seconds()));
  announce('charge.dispute.closed', dispute, before);
  if (status === 'won') announce('charge.dispute.funds_reinstated', dispute);
  return dispute;
}

function notNow(message: string): StripeRefusal {
  return new StripeRefusal(409, { type: 'invalid_request_error', message });
}

function balance(amount: number, now: number): Stripe.BalanceTransaction {
  const fee = amount < 0 ? FEE_CENTS : 0;
  return {
    id: freshId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: now,
    balance_type: 'payments',
    created: now,
    currency: 'usd',
    description: 'Chargeback',
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: null,
    status: 'available',
    type: 'adjustment',
  };
}

const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;

function noEvidence(): Stripe.Dispute.Evidence {
  const nothing = Object.fromEntries(EVIDENCE.map((name) => [name, null])) as Record<(typeof EVIDENCE)[number], null>;
  return { ...nothing, enhanced_evidence: {} };
}
