import { type CheckoutAnswer, json } from '../checkout/checkout-server.js';
import { markableAs, satsOf, type InvoiceEvent, type SimInvoice, type SimPayment } from './sim-invoice.js';
import { coins, dollars, dueSats, paidAmount } from './sim-money.js';

/** The one payment method of the simulator's store. */
export const PAYMENT_METHOD = 'BTC-CHAIN';

/** BTCPay's own errors: a validation error is 422 with a list, any other a code with a message. */
export const refusals = {
  unauthenticated: () =>
    json(401, { code: 'unauthenticated', message: 'Authentication is required for accessing this endpoint' }),
  missingPermission: (missingPermission: string) =>
    json(403, { missingPermission, code: 'missing-permission', message: `Use a key with ${missingPermission}` }),
  notFound: () => json(404, { code: 'invoice-not-found', message: 'The invoice was not found' }),
  invalid: (path: string, message: string) => json(422, [{ path, message }]),
  api: (code: string, message: string) => json(400, { code, message }),
} satisfies Record<string, (...parts: string[]) => CheckoutAnswer>;

/** An invoice in the form of the API. */
export function invoiceData(invoice: SimInvoice, storeId: string, baseUrl: string) {
  const { id, amountCents, rateCents, metadata, checkout, createdTime, expirationTime, monitoringExpiration } = invoice;
  return {
    id,
    storeId,
    amount: dollars(amountCents),
    // Includes payments that the chain has not confirmed yet.
    paidAmount: paidAmount(satsOf(invoice), rateCents),
    currency: 'USD',
    type: 'Standard',
    checkoutLink: `${baseUrl}/i/${id}`,
    createdTime,
    expirationTime,
    monitoringExpiration,
    status: invoice.status,
    additionalStatus: invoice.additionalStatus,
    availableStatusesForManualMarking: markableAs(invoice),
    archived: false,
    metadata,
    checkout: {
      ...checkout,
      paymentMethods: [PAYMENT_METHOD],
      defaultPaymentMethod: PAYMENT_METHOD,
      expirationMinutes: (expirationTime - createdTime) / 60,
      monitoringMinutes: (monitoringExpiration - expirationTime) / 60,
    },
    receipt: { enabled: null, showQR: null, showPayments: null },
  };
}

/** The ways in which an invoice can be paid, and its payments. */
export function paymentMethods(invoice: SimInvoice) {
  const [due, paid] = [dueSats(invoice), satsOf(invoice)];
  return [
    {
      paymentMethodId: PAYMENT_METHOD,
      activated: true,
      currency: 'BTC',
      destination: invoice.destination,
      paymentLink: paymentLink(invoice),
      rate: dollars(invoice.rateCents),
      amount: coins(due),
      due: coins(Math.max(0, due - paid)),
      totalPaid: coins(paid),
      paymentMethodPaid: coins(paid),
      paymentMethodFee: '0.0',
      payments: invoice.payments.map((payment) => paymentData(payment, invoice)),
      additionalData: {},
    },
  ];
}

/** The link in the QR code of the page, for wallets. */
export function paymentLink(invoice: SimInvoice): string {
  return `bitcoin:${invoice.destination}?amount=${coins(Math.max(0, dueSats(invoice) - satsOf(invoice)))}`;
}

function paymentData({ id, receivedTime, sats, isSettled }: SimPayment, { destination }: SimInvoice) {
  const status = isSettled ? 'Settled' : 'Processing';
  return { id, receivedDate: receivedTime, value: coins(sats), fee: '0.0', status, destination };
}

/** The ids and the time of one delivery attempt of a webhook. */
export interface Delivery {
  deliveryId: string;
  originalDeliveryId: string;
  webhookId: string;
  timestamp: number;
  storeId: string;
}

/** The body of a webhook, byte for byte as it is signed. */
export function webhookBody(delivery: Delivery, invoice: SimInvoice, event: InvoiceEvent): string {
  const { deliveryId, originalDeliveryId, webhookId, timestamp, storeId } = delivery;
  const { type, payment, ...besides } = event;
  const body = {
    ...besides,
    ...(payment && { paymentMethodId: PAYMENT_METHOD, payment: paymentData(payment, invoice) }),
    storeId,
    invoiceId: invoice.id,
    metadata: invoice.metadata,
    deliveryId,
    webhookId,
    originalDeliveryId,
    isRedelivery: deliveryId !== originalDeliveryId,
    type,
    timestamp,
  };
  return JSON.stringify(body, null, 2);
}
