import { isUuid } from '@precis/runtime/uuid';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { unsupportedEvent } from '../payments/payment-provider.errors.js';
import { BadSignature, type ProviderNotice } from '../payments/payment-provider.js';

const FORM = /^sha256=([0-9a-f]{64})$/;
const name = z.string().regex(/^[\w-]{1,100}$/);

/** The flags of a webhook (overPaid, afterExpiration) are sometimes wrong, so none is read. */
const webhookSchema = z.object({
  deliveryId: name,
  originalDeliveryId: name.nullish(),
  type: name,
  storeId: z.string().nullish(),
  invoiceId: name.nullish(),
  metadata: z.object({ orderId: z.unknown() }).nullish(),
});

/**
 * Verifies a delivery over its bytes with each valid secret, and returns the invoice to look at; nothing else of it is trusted (PAY-46). Throws
 * BadSignature, or unsupportedEvent for a signed body that is not a BTCPay webhook.
 */
export function readWebhook(body: Buffer, signature: string, secrets: string[], storeId: string): ProviderNotice {
  if (!isSigned(body, signature, secrets)) throw new BadSignature();
  const parsed = webhookSchema.safeParse(parsedJson(body));
  if (!parsed.success) throw unsupportedEvent();
  const { deliveryId, originalDeliveryId, type, invoiceId, metadata } = parsed.data;
  // A redelivery has a new id, and names the original delivery.
  const notice = { eventId: originalDeliveryId ?? deliveryId, type };
  if (parsed.data.storeId !== storeId || !invoiceId) return notice;
  const orderId = metadata?.orderId;
  const isOurs = typeof orderId === 'string' && isUuid(orderId);
  return { ...notice, reference: invoiceId, ...(isOurs && { paymentId: orderId.toLowerCase() }) };
}

/** Takes the same time for a right and a wrong signature, with any secret. */
function isSigned(body: Buffer, signature: string, secrets: string[]): boolean {
  const [, hex] = FORM.exec(signature) ?? [];
  if (hex === undefined) return false;
  const given = Buffer.from(hex, 'hex');
  const matches = secrets.map((secret) => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given));
  return matches.includes(true);
}

function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
