import type Stripe from 'stripe';
import { freshId } from './books.js';
import type { Surroundings } from './events.js';
import type { Read } from './parameters.js';
import type { creatingRefund } from './request-parameters.js';
import { badParameter, noSuch, StripeRefusal } from './stripe-refusal.js';

const refused = (message: string, code: string) =>
  new StripeRefusal(400, { type: 'invalid_request_error', code, message });

const dollars = (cents: number) => `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Refunds a charge, in full unless an amount is given. */
export function createRefund(around: Surroundings, wanted: Read<typeof creatingRefund>): Stripe.Refund {
  const { books, seconds, announce } = around;
  const charge = chargeOf(around, wanted);
  if (charge.status !== 'succeeded')
    throw refused(`Charge ${charge.id} has not succeeded, so it cannot be refunded.`, 'charge_not_refundable');
  if (charge.disputed && [...books.disputes.values()].some((one) => one.charge === charge.id && one.status !== 'won'))
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  if (charge.refunded) throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  const left = charge.amount - charge.amount_refunded;
  const amount = wanted.amount ?? left;
  if (amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`;
    throw new StripeRefusal(400, { type: 'invalid_request_error', param: 'amount', message });
  }
  const refund: Stripe.Refund = {
    id: freshId('re'),
    object: 'refund',
    amount,
    balance_transaction: freshId('txn'),
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    customer: charge.customer as string | null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
    },
    metadata: wanted.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: wanted.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  books.refunds.set(refund.id, refund);
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  count(charge, amount);
  announce('refund.created', refund);
  announce('charge.refunded', charge, before);
  refund.destination_details!.card = {
    type: 'refund',
    reference: '7420001',
    reference_status: 'available',
    reference_type: 'acquirer_reference_number',
  };
  announce('refund.updated', refund);
  return refund;
}

/** The bank rejects the refund, or the seller cancels it: the money belongs to the seller again. */
export function failRefund(around: Surroundings, id: string, status: 'failed' | 'canceled'): Stripe.Refund {
  const refund = around.books.refunds.get(id);
  if (!refund) throw noSuch('refund', id);
  if (refund.status !== 'succeeded') throw refused(`Refund ${id} is ${refund.status}.`, 'resource_state');
  Object.assign(refund, { status, ...(status === 'failed' && { failure_reason: 'lost_or_stolen_card' }) });
  count(around.books.charges.get(refund.charge as string)!, -refund.amount);
  if (status === 'failed') around.announce('refund.failed', refund);
  around.announce('charge.refund.updated', refund, { status: 'succeeded' });
  return refund;
}

function count(charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}

function chargeOf({ books }: Surroundings, wanted: Read<typeof creatingRefund>): Stripe.Charge {
  const { charge: chargeId, payment_intent: intentId } = wanted;
  if ((chargeId === undefined) === (intentId === undefined))
    throw badParameter('charge', 'parameter_missing', 'One of charge and payment_intent must be given.');
  if (intentId !== undefined) {
    const intent = books.paymentIntents.get(intentId);
    if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
    const latest = books.charges.get((intent.latest_charge as string | null) ?? '');
    if (!latest)
      throw refused('This PaymentIntent does not have a successful charge to refund.', 'charge_not_refundable');
    return latest;
  }
  const charge = books.charges.get(chargeId!);
  if (!charge) throw noSuch('charge', chargeId!, 'charge');
  return charge;
}
