import {
  fields,
  flag,
  listOf,
  metadata,
  oneOf,
  type Read,
  type Reader,
  text,
  webAddress,
  whole,
} from './parameters.js';

/**
 * The parameters that each request may have. All others are refused, including parameters of Stripe that this simulator does not implement: a
 * setting that is silently ignored would only be noticed at a customer's payment. A test compares every name with the SDK's own types.
 */

const expand = listOf(text(200), 20);
const moment = whole(0, 9_999_999_999);
const id = text(200);
const page = { limit: whole(1, 100), starting_after: id, ending_before: id, expand };
const range = fields({ gt: moment, gte: moment, lt: moment, lte: moment });
const created: Reader<number | Read<typeof range>> = (value, path) =>
  (typeof value === 'string' ? moment : range)(value, path);

export const retrieving = fields({ expand });

const customer = {
  email: text(512),
  name: text(256),
  description: text(),
  metadata,
  expand,
};
export const creatingCustomer = fields(customer);
export const updatingCustomer = fields(customer);
export const listingCustomers = fields({ ...page, created, email: text(512) });

const productData = fields({ name: text(), description: text(), metadata, images: listOf(webAddress, 8) }, ['name']);
const priceData = fields(
  {
    currency: oneOf('usd', 'eur', 'gbp'),
    unit_amount: whole(),
    product_data: productData,
    tax_behavior: oneOf('unspecified'),
  },
  ['currency', 'unit_amount', 'product_data'],
);

export const creatingSession = fields(
  {
    mode: oneOf('payment'),
    ui_mode: oneOf('hosted_page'),
    customer: id,
    customer_email: text(512),
    client_reference_id: text(200),
    metadata,
    line_items: listOf(fields({ price_data: priceData, quantity: whole(1, 999_999) }, ['price_data']), 100),
    payment_intent_data: fields({ metadata, description: text(1_000), statement_descriptor_suffix: text(22) }),
    allowed_payment_method_types: listOf(oneOf('card', 'us_bank_account'), 2),
    expires_at: moment,
    success_url: webAddress,
    cancel_url: webAddress,
    locale: oneOf('auto', 'en'),
    submit_type: oneOf('auto', 'pay'),
    allow_promotion_codes: flag,
    invoice_creation: fields({ enabled: flag }),
    branding_settings: fields({ display_name: text(100) }),
    expand,
  },
  ['mode', 'line_items', 'success_url'],
);
export const listingSessions = fields({
  ...page,
  created,
  customer: id,
  payment_intent: id,
  status: oneOf('open', 'complete', 'expired'),
});
export const listingLineItems = fields(page);

export const listingPaymentIntents = fields({ ...page, created, customer: id });
export const listingCharges = fields({ ...page, created, customer: id, payment_intent: id });

export const creatingRefund = fields({
  charge: id,
  payment_intent: id,
  amount: whole(1),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata,
  expand,
});
export const listingRefunds = fields({ ...page, created, charge: id, payment_intent: id });

export const listingEvents = fields({
  ...page,
  created,
  type: text(200),
  types: listOf(text(200), 20),
  delivery_success: flag,
});
export const listingDisputes = fields({ ...page, created, charge: id, payment_intent: id });
