import type { Logger } from '@precis/runtime/logger';
import { isUuid } from '@precis/runtime/uuid';
import { isUtf8 } from 'node:buffer';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { unsupportedEvent } from '../payments/payment-provider.errors.js';
import { BadSignature, type ProviderNotice } from '../payments/payment-provider.js';
import { API_VERSION } from './stripe-calls.js';

/** The greatest age of a delivery, and the greatest lead of Stripe's clock over ours, in seconds. */
const TOLERANCE_SECONDS = 300;
const MOST_HEADER_CHARACTERS = 4_096;

/** Event types that move a payment. All others are stored and ignored. */
const HANDLED =
  /^(checkout\.session\.(completed|expired|async_payment_(succeeded|failed))|charge\.refunded|refund\.\w+|charge\.refund\.updated|charge\.dispute\.\w+|radar\.early_fraud_warning\.created)$/;

const id = z.string().min(1).max(255);
const idOf = z.union([id, z.object({ id })]).transform((one) => (typeof one === 'string' ? one : one.id));
const eventSchema = z.object({
  id,
  object: z.literal('event'),
  type: z.string().min(1).max(200),
  api_version: z.string().nullish(),
  data: z.object({
    object: z.object({
      object: z.string(),
      id,
      client_reference_id: z.string().nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
      payment_intent: idOf.nullish(),
    }),
  }),
});
type StripeEvent = z.output<typeof eventSchema>;

/**
 * Verifies a delivery over its bytes with each valid secret (PAY-40). Throws BadSignature, or unsupportedEvent for a signed body that is not a v1
 * event.
 */
export function readWebhook(
  stripe: Stripe,
  { body, signature, secrets, now }: { body: Buffer; signature: string; secrets: string[]; now: Date },
  logger: Logger,
): ProviderNotice {
  if (!isWellFormed(body) || !isTimely(signature, now)) throw new BadSignature();
  const parsed = eventSchema.safeParse(verified(stripe, body, signature, secrets, now));
  if (!parsed.success) throw unsupportedEvent();
  const event = parsed.data;
  if (event.api_version !== API_VERSION)
    logger.warn({ eventId: event.id, type: event.type }, `a Stripe event is not of API version ${API_VERSION}`);
  return noticeOf(event);
}

/** The SDK decodes the bytes before it checks the signature, so invalid UTF-8 or a byte order mark could pass for another body. */
function isWellFormed(body: Buffer): boolean {
  return body.length > 0 && isUtf8(body) && body.indexOf('\uFEFF') !== 0;
}

/** Requires one timestamp, not in the future: the SDK checks only for old ones. */
function isTimely(signature: string, now: Date): boolean {
  if (signature.length > MOST_HEADER_CHARACTERS) return false;
  const times = [...signature.matchAll(/(?:^|,)t=([^,]*)/g)].map(([, time]) => time);
  return (
    times.length === 1 && /^\d{1,11}$/.test(times[0]) && Number(times[0]) <= now.getTime() / 1_000 + TOLERANCE_SECONDS
  );
}

function verified(stripe: Stripe, body: Buffer, signature: string, secrets: string[], now: Date): unknown {
  const { signature: checker } = stripe.webhooks;
  if (!checker) throw new Error('this Stripe SDK cannot check signatures');
  for (const secret of secrets) {
    try {
      checker.verifyHeader(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
    } catch {
      continue;
    }
    try {
      return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
    } catch {
      // The body is signed, but is not JSON, or is a v2 event, which we cannot read.
      throw unsupportedEvent();
    }
  }
  throw new BadSignature();
}

function noticeOf({ id: eventId, type, data: { object } }: StripeEvent): ProviderNotice {
  if (!HANDLED.test(type)) return { eventId, type };
  const isSession = object.object === 'checkout.session';
  const named = object.metadata?.payment_id ?? (isSession ? object.client_reference_id : undefined);
  return {
    eventId,
    type,
    reference: isSession ? object.id : (object.payment_intent ?? undefined),
    paymentId: named && isUuid(named) ? named.toLowerCase() : undefined,
  };
}
