/** The side of the commit at which the process dies. */
export type Side = 'before' | 'after';

/** What customers do at that time, as payment-journeys.ts defines. */
export type JourneyName = 'card' | 'crypto' | 'wallet' | 'refund' | 'dispute' | 'disputeWon';

/**
 * What the process is doing. `commit`: it commits a transaction with such statements, or a single statement. `statement`: a statement was answered,
 * and its transaction continues. `answer`: an HTTP call of ours was answered. `reply`: the answer to an HTTP call of others is about to be sent.
 * `of`: texts that must all be present.
 */
export interface Moment {
  at: 'commit' | 'statement' | 'answer' | 'reply';
  of: string[];
}

/** A point on the way of a payment at which a process is killed. */
export interface Point extends Moment {
  name: string;
  process: string;
  journey: JourneyName;
  side: Side;
  /** Whether it is one of the three of `make test`. */
  inSmall: boolean;
}

/** The record that the process leaves when it dies. */
export interface Hit {
  name: string;
  pid: number;
  /** The statements or the request by which the moment was recognised. */
  seen: string;
}

type Row = [side: Side, process: string, name: string, at: Moment['at'], ...of: string[]];

const PAYMENT = 'INSERT INTO "payments"';
const SAVED = 'UPDATE "payments"';
const OUTBOX = 'INSERT INTO outbox';
const MARK = 'UPDATE outbox SET published_at = clock_timestamp()';
const BOOKED = 'INSERT INTO ledger_entries';
/** The inbox row of a group for an event type. */
const inbox = (group: string, type: string) => ['INSERT INTO consumed_events', `"${group}"`, `"${type}"`];

/** Points at which no lease is held, because the small run would wait for its end. */
const SMALL = new Set([
  'Stripe has made the checkout, and nobody has noted it',
  'the webhook is written down and not answered',
  'the commission is in the wallet',
]);

const CARD: Row[] = [
  ['before', 'billing', 'the new payment is about to be committed', 'commit', PAYMENT],
  ['after', 'billing', 'the new payment is committed, Stripe was not asked', 'commit', PAYMENT],
  ['before', 'billing', 'Stripe has made the customer, and nobody has noted it', 'answer', 'POST /v1/customers'],
  [
    'before',
    'billing',
    'Stripe has made the checkout, and nobody has noted it',
    'answer',
    'POST /v1/checkout/sessions',
  ],
  [
    'after',
    'billing',
    'the checkout is noted, the payment is not open',
    'commit',
    'UPDATE stripe_checkouts SET session_id',
  ],
  ['before', 'billing', 'the payment is about to be open', 'commit', SAVED, '"pending"'],
  ['after', 'billing', 'the payment is open, the payer has no address', 'commit', SAVED, '"pending"'],
  ['before', 'billing', 'the webhook has come and is not written down', 'commit', 'INSERT INTO provider_events'],
  ['after', 'billing', 'the webhook is written down and not answered', 'commit', 'INSERT INTO provider_events'],
  ['after', 'gateway', 'billing has the webhook, Stripe has no answer', 'reply', '200 POST /api/webhooks/stripe'],
  [
    'after',
    'billing',
    'the worker has taken the event',
    'commit',
    'FROM provider_events',
    '-> checkout.session.completed',
  ],
  ['after', 'billing', 'the look at the payment has begun', 'commit', 'INSERT INTO payment_looks (payment_id, holder'],
  ['before', 'billing', 'Stripe has said that it is paid', 'answer', 'GET /v1/checkout/sessions/cs_'],
  ['before', 'billing', 'the ledger has the money, there is no term', 'statement', BOOKED],
  ['before', 'billing', 'the term is placed, the payment is not completed', 'statement', 'INSERT INTO "terms"'],
  ['before', 'billing', 'the receipt has its number', 'statement', 'INSERT INTO receipt_numbers'],
  ['before', 'billing', 'the settled payment is about to be committed', 'commit', OUTBOX, '"payment-completed"'],
  ['after', 'billing', 'the payment is settled', 'commit', SAVED, OUTBOX, '"payment-completed"'],
  ['before', 'billing', 'the event of Stripe is about to be done', 'commit', 'UPDATE provider_events', '"done"'],
  ['after', 'billing', 'the event of Stripe is done', 'commit', 'UPDATE provider_events', '"done"'],
  ['after', 'billing', 'the relay has read the completed payment', 'commit', 'FROM outbox', 'payment-completed'],
  ['before', 'billing', 'the completed payment is published and not marked', 'commit', MARK, 'payment-completed'],
  ['after', 'billing', 'the completed payment is marked as published', 'commit', MARK, 'payment-completed'],
  [
    'before',
    'referrals',
    'the payment is in the inbox, there is no commission',
    'statement',
    ...inbox('referrals', 'payment-completed'),
  ],
  [
    'before',
    'referrals',
    'the commission is about to be committed',
    'commit',
    'INSERT INTO "commissions"',
    ...inbox('referrals', 'payment-completed'),
  ],
  [
    'after',
    'referrals',
    'the commission is approved, the bus does not know',
    'commit',
    'INSERT INTO "commissions"',
    ...inbox('referrals', 'payment-completed'),
  ],
  ['before', 'referrals', 'the approved commission is published and not marked', 'commit', MARK, 'commission-approved'],
  ['after', 'referrals', 'the approved commission is marked as published', 'commit', MARK, 'commission-approved'],
  [
    'before',
    'billing',
    'the commission is about to be in the wallet',
    'commit',
    BOOKED,
    ...inbox('billing', 'commission-approved'),
  ],
  ['after', 'billing', 'the commission is in the wallet', 'commit', BOOKED, ...inbox('billing', 'commission-approved')],
  ['after', 'billing', 'the entry of the wallet is marked as published', 'commit', MARK, 'wallet-entry-posted'],
  [
    'before',
    'referrals',
    'the commission is about to be completed',
    'commit',
    ...inbox('referrals', 'wallet-entry-posted'),
  ],
  ['after', 'referrals', 'the commission is completed', 'commit', ...inbox('referrals', 'wallet-entry-posted')],
  [
    'before',
    'notifications',
    'the receipt is about to be queued',
    'commit',
    ...inbox('notifications', 'payment-completed'),
  ],
  ['after', 'notifications', 'the receipt is queued', 'commit', ...inbox('notifications', 'payment-completed')],
];

const CRYPTO: Row[] = [
  [
    'before',
    'billing',
    'BTCPay has made the invoice, and nobody has noted it',
    'answer',
    'POST /api/v1/stores/',
    '/invoices',
  ],
  ['after', 'billing', 'the invoice is noted, the payer has no address', 'commit', SAVED, '"pending"'],
];

const WALLET: Row[] = [
  ['before', 'billing', 'the wallet has paid in the ledger, there is no term', 'statement', BOOKED],
  ['before', 'billing', 'the payment from the wallet is about to be committed', 'commit', PAYMENT],
  ['after', 'billing', 'the payment from the wallet is committed and not answered', 'commit', PAYMENT],
];

const REFUND: Row[] = [
  ['before', 'billing', 'the refund is about to be planned', 'commit', 'INSERT INTO "refunds"'],
  ['after', 'billing', 'the refund is planned, Stripe was not asked', 'commit', 'INSERT INTO "refunds"'],
  ['before', 'billing', 'Stripe has sent the money back, and nobody has booked it', 'answer', 'POST /v1/refunds'],
  ['after', 'billing', 'the refund is booked', 'commit', OUTBOX, '"payment-refunded"'],
  ['before', 'referrals', 'the reversal is about to be committed', 'commit', ...inbox('referrals', 'payment-refunded')],
  ['after', 'referrals', 'the reversal is committed', 'commit', ...inbox('referrals', 'payment-refunded')],
  [
    'before',
    'billing',
    'the commission is about to be taken back',
    'commit',
    BOOKED,
    ...inbox('billing', 'commission-reversed'),
  ],
  ['after', 'billing', 'the commission is taken back', 'commit', BOOKED, ...inbox('billing', 'commission-reversed')],
];

const DISPUTE: Row[] = [
  ['before', 'billing', 'the dispute is about to be committed', 'commit', OUTBOX, '"payment-disputed"'],
  ['after', 'billing', 'the dispute is committed', 'commit', OUTBOX, '"payment-disputed"'],
];

const DISPUTE_WON: Row[] = [
  ['after', 'billing', 'the won dispute is committed', 'commit', OUTBOX, '"payment-disputed"'],
];

const of = (journey: JourneyName, rows: Row[]): Point[] =>
  rows.map(([side, process, name, at, ...parts]) => ({
    name,
    process,
    journey,
    side,
    at,
    of: parts,
    inSmall: SMALL.has(name),
  }));

/** All points, in the order in which a payment passes them. */
export const POINTS: readonly Point[] = [
  ...of('card', CARD),
  ...of('crypto', CRYPTO),
  ...of('wallet', WALLET),
  ...of('refund', REFUND),
  ...of('dispute', DISPUTE),
  ...of('disputeWon', DISPUTE_WON),
];
