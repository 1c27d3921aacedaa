import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { freshId, type Order } from './books.js';

/** A payment method of the simulator. */
export type Means = { type: 'card'; last4: string; fingerprint: string } | { type: 'us_bank_account' };

/** A card by any name: the same name is the same card, whose number does not exist. */
export function cardNamed(name: string): Means {
  const hash = createHash('sha256').update(`card:${name}`).digest();
  const last4 = name === '' ? '4242' : String(hash.readUInt32BE(0) % 10_000).padStart(4, '0');
  return { type: 'card', last4, fingerprint: hash.toString('hex').slice(0, 16) };
}

export const BANK: Means = { type: 'us_bank_account' };
export const DECLINED = { code: 'card_declined', message: 'Your card was declined.' } as const;

/** The payment of a session, at its first attempt. */
export function newPaymentIntent(
  session: Stripe.Checkout.Session,
  order: Order,
  created: number,
): Stripe.PaymentIntent {
  const id = freshId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: session.allowed_payment_method_types,
    amount: session.amount_total!,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${freshId('sim').slice(4)}`,
    confirmation_method: 'automatic',
    created,
    currency: session.currency!,
    customer: session.customer,
    customer_account: null,
    description: order.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: { ...order.paymentMetadata },
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  };
}

/** An attempt to take the money; its first status is the result. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  means: Means,
  status: 'succeeded' | 'failed' | 'pending',
  created: number,
): Stripe.Charge {
  const isPaid = status === 'succeeded';
  return {
    id: freshId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: isPaid ? freshId('txn') : null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'SANDBOX',
    captured: status !== 'failed',
    created,
    currency: intent.currency,
    customer: intent.customer as string | null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: status === 'failed' ? DECLINED.code : null,
    failure_message: status === 'failed' ? DECLINED.message : null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(status),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: freshId('pm'),
    payment_method_details: detailsOf(means, intent.amount),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  };
}

function outcomeOf(status: 'succeeded' | 'failed' | 'pending'): Stripe.Charge.Outcome {
  const isDeclined = status === 'failed';
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: isDeclined ? '05' : null,
    network_status: isDeclined ? 'declined_by_network' : 'approved_by_network',
    reason: isDeclined ? 'generic_decline' : null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: isDeclined ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: isDeclined ? 'issuer_declined' : 'authorized',
  };
}

function detailsOf(means: Means, amount: number): Stripe.Charge.PaymentMethodDetails {
  if (means.type === 'us_bank_account')
    return {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type: 'individual',
        account_type: 'checking',
        bank_name: 'SANDBOX BANK',
        fingerprint: 'sandboxbank00000',
        last4: '6789',
        payment_reference: null,
        routing_number: '110000000',
      },
    };
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: means.fingerprint,
      funding: 'credit',
      installments: null,
      last4: means.last4,
      mandate: null,
      network: 'visa',
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
