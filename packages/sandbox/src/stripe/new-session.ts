import type Stripe from 'stripe';
import { freshId, type Order } from './books.js';
import type { Read } from './parameters.js';
import type { creatingSession } from './request-parameters.js';
import { badParameter, noSuch } from './stripe-refusal.js';

const LEAST_SECONDS = 30 * 60;
const MOST_SECONDS = 24 * 3_600;
/** Stripe's minimum amount in US dollars; other currencies have similar ones. */
const LEAST_CENTS = 50;

/** Creates a session and its order. Throws StripeRefusal for anything that Stripe would refuse. */
export function newSession(
  wanted: Read<typeof creatingSession>,
  now: number,
  hasCustomer: (id: string) => boolean,
  pageOf: (id: string) => string,
): { session: Stripe.Checkout.Session; order: Order } {
  const id = freshId('cs_test', 58);
  const lines = linesOf(wanted.line_items);
  const currency = lines[0].currency;
  const total = lines.reduce((sum, { amount_total: amount }) => sum + amount, 0);
  if (lines.some((line) => line.currency !== currency))
    throw badParameter('line_items', 'parameter_invalid', 'All line items must have the same currency.');
  if (total < LEAST_CENTS)
    throw badParameter(
      'line_items',
      'amount_too_small',
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
    );
  if (wanted.customer !== undefined && wanted.customer_email !== undefined)
    throw badParameter('customer_email', 'parameter_invalid', 'You may only specify one of customer, customer_email.');
  if (wanted.customer !== undefined && !hasCustomer(wanted.customer))
    throw noSuch('customer', wanted.customer, 'customer');
  const session: Stripe.Checkout.Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: wanted.allow_promotion_codes ?? null,
    allowed_payment_method_types: wanted.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: wanted.cancel_url ?? null,
    client_reference_id: wanted.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: wanted.customer ?? null,
    customer_account: null,
    customer_creation: wanted.customer === undefined ? 'if_required' : null,
    customer_details: null,
    customer_email: wanted.customer_email ?? null,
    discounts: [],
    expires_at: endOf(wanted.expires_at, now),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: wanted.locale ?? null,
    managed_payments: null,
    metadata: wanted.metadata ?? {},
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: wanted.allowed_payment_method_types ?? ['card', 'us_bank_account'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: wanted.submit_type ?? null,
    subscription: null,
    success_url: wanted.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: pageOf(id),
    wallet_options: null,
  };
  const { metadata = {}, description } = wanted.payment_intent_data ?? {};
  const details = wanted.line_items.map(({ price_data: price }) => price.product_data.description ?? '');
  const seller = wanted.branding_settings?.display_name;
  return {
    session,
    order: { id, lines, details, seller, paymentMetadata: metadata, description: description ?? null },
  };
}

function endOf(wanted: number | undefined, now: number): number {
  if (wanted === undefined) return now + MOST_SECONDS;
  const problem =
    wanted < now + LEAST_SECONDS
      ? 'at least 30 minutes from Checkout Session creation'
      : 'less than 24 hours from Checkout Session creation';
  if (wanted < now + LEAST_SECONDS || wanted > now + MOST_SECONDS)
    throw badParameter('expires_at', 'parameter_invalid', `The \`expires_at\` timestamp must be ${problem}.`);
  return wanted;
}

function linesOf(wanted: Read<typeof creatingSession>['line_items']): Stripe.LineItem[] {
  if (wanted.length === 0) throw badParameter('line_items', 'parameter_missing', 'You must pass line_items.');
  return wanted.map(({ price_data: price, quantity }, place) => {
    if (quantity === undefined)
      throw badParameter(`line_items[${place}][quantity]`, 'parameter_missing', 'Quantity is required.');
    const amount = price.unit_amount * quantity;
    const product = freshId('prod', 14);
    return {
      id: freshId('li'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: price.product_data.name,
      metadata: {},
      price: priceOf(price, product),
      quantity,
    };
  });
}

function priceOf(
  { currency, unit_amount: amount }: { currency: string; unit_amount: number },
  product: string,
): Stripe.Price {
  return {
    id: freshId('price'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: 0,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: amount,
    unit_amount_decimal: null,
  };
}
