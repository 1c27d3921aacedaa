import { randomBytes } from 'node:crypto';
import { type CheckoutAnswer } from '../checkout/checkout-server.js';
import { refusals } from './greenfield-wire.js';
import { isSpeedPolicy, type SimInvoice } from './sim-invoice.js';
import { centsOf } from './sim-money.js';

/** The accepted fields. Fields that the real server ignores are refused here, so that a renamed field fails a test. */
const FIELDS = ['amount', 'currency', 'metadata', 'checkout', 'receipt', 'additionalSearchTerms'];
const CHECKOUT_FIELDS = [
  'speedPolicy',
  'paymentMethods',
  'defaultPaymentMethod',
  'lazyPaymentMethods',
  'expirationMinutes',
  'monitoringMinutes',
  'paymentTolerance',
  'redirectURL',
  'redirectAutomatically',
  'defaultLanguage',
];
const DEFAULT_EXPIRATION_MINUTES = 15;
const DEFAULT_MONITORING_MINUTES = 1_440;
const LEAST_EXPIRATION_MINUTES = 0.5;
const MOST_MINUTES = 525_600;
/** US cents per bitcoin. An odd number, so that amounts in bitcoin must be rounded. */
const RATE_CENTS = 6_432_109;
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

type Body = Record<string, unknown>;

/** Reads the body of a create call. Returns an invoice, or the answer that refuses it. */
export function newInvoice(body: Body, now: number): { invoice: SimInvoice } | { refusal: CheckoutAnswer } {
  const checkout = objectOf(body.checkout);
  const metadata = objectOf(body.metadata);
  if (!checkout || !metadata) return refuse(checkout ? 'metadata' : 'checkout', 'Expected an object');
  const unknown =
    Object.keys(body).find((key) => !FIELDS.includes(key)) ??
    Object.keys(checkout).find((key) => !CHECKOUT_FIELDS.includes(key));
  if (unknown) return refuse(unknown, 'There is no such field');
  const amountCents = centsOf(body.amount);
  if (!amountCents) return refuse('amount', 'The amount should be above 0, with at most two decimals');
  if (body.currency !== 'USD') return refuse('currency', 'The simulator only has rates for USD');
  const { speedPolicy = 'MediumSpeed', redirectURL } = checkout;
  if (!isSpeedPolicy(speedPolicy)) return refuse('checkout.speedPolicy', 'There is no such policy');
  const expiration = minutes(checkout.expirationMinutes, DEFAULT_EXPIRATION_MINUTES);
  if (!(expiration >= LEAST_EXPIRATION_MINUTES))
    return refuse('checkout.expirationMinutes', 'Expiration time must be at least 30 seconds');
  const monitoring = minutes(checkout.monitoringMinutes, DEFAULT_MONITORING_MINUTES);
  if (!(monitoring >= 0)) return refuse('checkout.monitoringMinutes', 'Expected minutes');
  const paymentTolerance = Number(checkout.paymentTolerance ?? 0);
  if (!(paymentTolerance >= 0 && paymentTolerance <= 100))
    return refuse('checkout.paymentTolerance', 'PaymentTolerance can only be between 0 and 100 percent');
  const expirationTime = now + Math.round(expiration * 60);
  const invoice: SimInvoice = {
    id: randomName(22),
    amountCents,
    rateCents: RATE_CENTS,
    metadata,
    checkout: {
      speedPolicy,
      paymentTolerance,
      ...(typeof redirectURL === 'string' && { redirectURL }),
      redirectAutomatically: checkout.redirectAutomatically === true,
    },
    destination: `bcrt1q${randomBytes(20).toString('hex').slice(0, 38)}`,
    createdTime: now,
    expirationTime,
    monitoringExpiration: expirationTime + Math.round(monitoring * 60),
    status: 'New',
    additionalStatus: 'None',
    payments: [],
    refunds: [],
  };
  return { invoice };
}

/** An id as BTCPay creates them: letters and digits that cannot be confused with each other. */
export function randomName(length: number): string {
  return [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** An object of a JSON body, `{}` when it is absent; undefined for anything else. */
export function objectOf(value: unknown): Body | undefined {
  if (value === undefined || value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Body) : undefined;
}

function minutes(value: unknown, otherwise: number): number {
  return Math.min(Number(value ?? otherwise), MOST_MINUTES);
}

function refuse(path: string, message: string) {
  return { refusal: refusals.invalid(path, message) };
}
