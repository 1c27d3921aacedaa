import { createHmac } from 'node:crypto';
import { readWebhook } from './btcpay-webhook.js';

const SECRETS = ['the-new-secret-of-the-webhook', 'the-old-secret-of-the-webhook'];
const STORE = 'the-store';
const ORDER = '0192f0c1-0000-7000-8000-000000000001';
const told = {
  deliveryId: 'delivery-1',
  originalDeliveryId: 'delivery-1',
  webhookId: 'webhook-1',
  isRedelivery: false,
  type: 'InvoiceSettled',
  timestamp: 1_763_726_400,
  storeId: STORE,
  invoiceId: 'invoice-1',
  metadata: { orderId: ORDER },
  overPaid: true,
};

const bytes = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const sign = (body: Buffer, secret = SECRETS[0]) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const read = (body: unknown, signature = sign(bytes(body))) => readWebhook(bytes(body), signature, SECRETS, STORE);

describe('webhooks of BTCPay', () => {
  it('name the invoice to look at, signed by any of the secrets', () => {
    const notice = { eventId: 'delivery-1', type: 'InvoiceSettled', reference: 'invoice-1', paymentId: ORDER };
    expect(read(told)).toEqual(notice);
    expect(read(told, sign(bytes(told), SECRETS[1]))).toEqual(notice);
  });

  it('are the same event as their redeliveries', () => {
    const again = { ...told, deliveryId: 'delivery-2', isRedelivery: true };
    expect(read(again).eventId).toBe('delivery-1');
    expect(read({ ...told, originalDeliveryId: null }).eventId).toBe('delivery-1');
  });

  const right = sign(bytes(told));
  it.each([
    ['none', ''],
    ['of another secret', sign(bytes(told), 'another-secret')],
    ['of the empty secret', sign(bytes(told), '')],
    ['of other bytes', sign(bytes({ ...told, invoiceId: 'invoice-2' }))],
    ['of the same JSON written otherwise', sign(Buffer.from(JSON.stringify(told, null, 2)))],
    ['without its name', right.slice(7)],
    ['of another name', right.replace('sha256', 'sha1')],
    ['in capital letters', right.toUpperCase()],
    ['cut short', right.slice(0, -2)],
    ['with more behind it', `${right}00`],
    ['twice', `${right},${right}`],
    ['with a space before it', ` ${right}`],
    ['that is no hex', `sha256=${'z'.repeat(64)}`],
    ['of a million characters', `sha256=${'0'.repeat(1_000_000)}`],
  ])('are refused with a signature %s', (_what, signature) => {
    expect(() => read(told, signature)).toThrow(expect.objectContaining({ code: 'bad_signature' }));
  });

  it('are verified over their bytes, including unusual white space and characters', () => {
    const body = `{ "deliveryId":"d",\r\n "type" : "InvoiceCreated", "é": "\\u00e9✓" }`;
    expect(read(body)).toEqual({ eventId: 'd', type: 'InvoiceCreated' });
  });

  it.each([
    ['no JSON', 'paid'],
    ['a list', '[]'],
    ['nothing', ''],
    ['no delivery', { ...told, deliveryId: undefined }],
    ['a type that is none', { ...told, type: { $ne: 1 } }],
    ['an invoice that is a path', { ...told, invoiceId: '../../stores' }],
    ['ids without end', { ...told, deliveryId: 'x'.repeat(101), originalDeliveryId: null }],
  ])('are refused as unreadable when they are signed and have %s', (_what, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code: 'unsupported_event' }));
  });

  it('concern no payment when they are of another store, or name no invoice', () => {
    expect(read({ ...told, storeId: 'another' })).toEqual({ eventId: 'delivery-1', type: 'InvoiceSettled' });
    expect(read({ ...told, type: 'PayoutCreated', invoiceId: undefined })).not.toHaveProperty('reference');
  });

  it('name a payment only by a well-formed id', () => {
    expect(read({ ...told, metadata: { orderId: "1' OR 1=1" } })).not.toHaveProperty('paymentId');
    expect(read({ ...told, metadata: { orderId: 7 } })).not.toHaveProperty('paymentId');
    expect(read({ ...told, metadata: null })).not.toHaveProperty('paymentId');
    expect(read({ ...told, metadata: { orderId: ORDER.toUpperCase() } }).paymentId).toBe(ORDER);
  });
});
