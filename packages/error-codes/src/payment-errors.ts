import { lasting, passing } from './error-entry.js';

/** Codes of plans, quotes, payments and the webhooks of payment providers. */
export const PAYMENT_ERRORS = {
  plan_unknown: lasting(400, 'There is no such plan.', 'Read GET /api/subscription/plans.'),
  plan_without_terms: lasting(400, 'The plan is free and needs no payment.', 'Choose a paid plan.'),
  duration_unknown: lasting(400, 'The plan has no term of this length.', 'Read GET /api/subscription/plans.'),
  payment_method_unknown: lasting(400, 'There is no such payment method.', 'Read payment_methods of GET /api/info.'),
  payment_method_unavailable: lasting(
    400,
    'This deployment does not take this payment method.',
    'Read payment_methods of GET /api/info.',
  ),
  quote_id_invalid: lasting(400, 'The quote id is not a UUID.', 'Send the quote_id of POST /api/payment/quote.'),
  quote_differs: lasting(400, 'The quote is for another plan, duration or payment method.', 'Ask for a new quote.'),
  insufficient_wallet_balance: lasting(400, 'The wallet has less than the amount due.', 'Pay by another method.'),
  amount_too_small: lasting(
    400,
    'The amount due is too small for the payment method.',
    'Choose another method or a longer term.',
  ),
  nothing_to_cancel: lasting(400, 'There is no active paid plan.', 'There is nothing to do.'),
  page_invalid: lasting(400, 'The page is outside the list.', 'Send `next` of the page before, or leave it out.'),
  bad_signature: lasting(
    400,
    'The signature of the webhook is missing or wrong.',
    'Compare the secret with that of the provider.',
  ),
  signature_missing: lasting(400, 'The webhook has no signature.', 'Send the header of the provider.'),
  unsupported_event: lasting(
    400,
    'This kind of webhook event is not supported.',
    'Send only the event types that the operations guide names.',
  ),
  webhook_too_large: lasting(400, 'The webhook has more than 1 MB.', "Send the provider's own message."),
  payment_id_invalid: lasting(400, 'The payment id is not a UUID.', 'Take the id from GET /api/payment/history.'),
  quote_unknown: lasting(404, 'The account has no such quote.', 'Ask for a new quote.'),
  payment_not_found: lasting(404, 'The account has no such payment.', 'Take the id from GET /api/payment/history.'),
  receipt_not_found: lasting(
    404,
    'The payment is not completed, so there is no receipt.',
    'Wait until it is completed.',
  ),
  payment_provider_unknown: lasting(
    404,
    'There is no such payment provider here.',
    'Check the address of the webhook.',
  ),
  plan_active: lasting(409, 'The account has this plan already.', 'Send extend: true to prolong it.'),
  quote_expired: lasting(
    409,
    'The quote is older than 30 minutes, or something that its price relied on is used up.',
    'Ask for a new quote.',
  ),
  quote_used: lasting(409, 'The quote was paid already.', 'Read GET /api/subscription/my-plan.'),
  payment_processing: passing(
    409,
    'A payment for this order is being confirmed.',
    'Wait until GET /api/payment/history shows its result.',
  ),
  checkout_ended: lasting(409, 'The checkout has ended.', 'Begin a new payment.'),
  checkout_replaced: lasting(409, 'Another checkout has replaced this one.', 'Use that one.'),
  too_many_checkouts: passing(
    409,
    'Too many checkouts of the account are open.',
    'Finish one, or try again in 30 minutes.',
  ),
  payment_unavailable: passing(
    503,
    'The payment provider does not answer; nothing was charged.',
    'Wait for the seconds of Retry-After, then try again.',
  ),
} as const;
