import { randomBytes } from 'node:crypto';
import { dueSats, isCovered, type Tolerance } from './sim-money.js';

/** BTCPay's statuses of an invoice. */
export type InvoiceStatus = 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled';
/** BTCPay's reason for the status, such as a late or partial payment. */
export type AdditionalStatus = 'None' | 'PaidLate' | 'PaidPartial' | 'Marked' | 'Invalid' | 'PaidOver';

/** Confirmations after which a payment is settled, by speed policy. */
const CONFIRMATIONS = { HighSpeed: 0, MediumSpeed: 1, LowMediumSpeed: 2, LowSpeed: 6 } as const;
export type SpeedPolicy = keyof typeof CONFIRMATIONS;
export const isSpeedPolicy = (text: unknown): text is SpeedPolicy => Object.hasOwn(CONFIRMATIONS, String(text));

/** A payment on the chain; `sats` is its amount in satoshi. */
export interface SimPayment {
  id: string;
  sats: number;
  /** Unix seconds, like all times here. */
  receivedTime: number;
  confirmations: number;
  isSettled: boolean;
}

/** A refund that the payer has to claim. `amount` is a decimal number of `currency`; `startsAt` is in unix seconds. */
export interface PullPayment {
  id: string;
  name: string;
  startsAt: number;
  currency: string;
  amount: string;
}

/** An invoice of the simulator's store. Times are unix seconds; `destination` is the bitcoin address. */
export interface SimInvoice {
  id: string;
  amountCents: number;
  /** US cents per bitcoin, fixed when the invoice was created. */
  rateCents: number;
  metadata: Record<string, unknown>;
  checkout: {
    speedPolicy: SpeedPolicy;
    paymentTolerance: Tolerance;
    redirectURL?: string;
    redirectAutomatically: boolean;
  };
  destination: string;
  createdTime: number;
  expirationTime: number;
  monitoringExpiration: number;
  status: InvoiceStatus;
  additionalStatus: AdditionalStatus;
  payments: SimPayment[];
  refunds: PullPayment[];
}

/** The contents of a webhook besides the invoice: its type, and the fields of that type. */
export interface InvoiceEvent {
  type: string;
  manuallyMarked?: boolean;
  overPaid?: boolean;
  partiallyPaid?: boolean;
  afterExpiration?: boolean;
  payment?: SimPayment;
}

/** The sum of the payments, or of those that `only` selects, in satoshi. */
export function satsOf(invoice: SimInvoice, only: (payment: SimPayment) => boolean = () => true): number {
  return invoice.payments.filter(only).reduce((sum, { sats }) => sum + sats, 0);
}

/** Updates an invoice for the current time and its payments, as BTCPay's watcher does. Returns the events that it would send. */
export function watch(invoice: SimInvoice, now: number): InvoiceEvent[] {
  const events: InvoiceEvent[] = [];
  const isPaid = isCovered(satsOf(invoice), invoice);
  const isOver = satsOf(invoice) > dueSats(invoice);
  if (invoice.status === 'New' && invoice.expirationTime <= now) {
    invoice.status = 'Expired';
    const partiallyPaid = invoice.additionalStatus === 'PaidPartial';
    events.push({ type: 'InvoiceExpired', partiallyPaid });
    if (partiallyPaid) events.push({ type: 'InvoiceExpiredPaidPartial' });
  }
  if (invoice.status === 'New' && isPaid) {
    invoice.status = 'Processing';
    events.push({ type: 'InvoiceProcessing', overPaid: isOver });
  } else if (invoice.status === 'Expired' && isPaid && invoice.additionalStatus !== 'PaidLate') {
    // An invoice that is paid late stays Expired for ever: no InvoiceSettled follows.
    invoice.additionalStatus = 'PaidLate';
    events.push({ type: 'InvoicePaidAfterExpiration' });
  } else if (['New', 'Expired'].includes(invoice.status) && !isPaid && invoice.payments.length > 0) {
    invoice.additionalStatus = 'PaidPartial';
  }
  if (invoice.status !== 'Processing') return events;
  invoice.additionalStatus = isOver ? 'PaidOver' : 'None';
  if (
    isCovered(
      satsOf(invoice, ({ isSettled }) => isSettled),
      invoice,
    )
  ) {
    invoice.status = 'Settled';
    events.push({ type: 'InvoiceSettled', manuallyMarked: false, overPaid: isOver });
  } else if (invoice.monitoringExpiration < now) {
    invoice.status = 'Invalid';
    events.push({ type: 'InvoiceInvalid', manuallyMarked: false });
  }
  return events;
}

/** Adds a transaction with `percent` of the whole amount, which the chain has not confirmed yet. */
export function receive(invoice: SimInvoice, percent: number, now: number): InvoiceEvent[] {
  const payment: SimPayment = {
    id: `${randomBytes(32).toString('hex')}-0`,
    sats: shareOf(invoice, percent),
    receivedTime: now,
    confirmations: 0,
    isSettled: false,
  };
  const received = { type: 'InvoiceReceivedPayment', afterExpiration: isAfterExpiration(invoice), payment };
  invoice.payments.push(payment);
  return [received, ...settle(invoice), ...watch(invoice, now)];
}

/** Rounded up to a whole satoshi, so that two halves make at least the whole. */
function shareOf(invoice: SimInvoice, percent: number): number {
  const due = dueSats(invoice);
  const [share, left] = [Math.ceil((due * percent) / 100), due - satsOf(invoice)];
  return left > 0 && Math.abs(share - left) <= 1 ? left : share;
}

/** Simulates a block: every payment of the invoice gets one more confirmation. */
export function confirm(invoice: SimInvoice, now: number): InvoiceEvent[] {
  for (const payment of invoice.payments) payment.confirmations += 1;
  return [...settle(invoice), ...watch(invoice, now)];
}

/** InvoicePaymentSettled reports one payment, also a partial one. */
function settle(invoice: SimInvoice): InvoiceEvent[] {
  const needed = CONFIRMATIONS[invoice.checkout.speedPolicy];
  const settled = invoice.payments.filter(({ isSettled, confirmations }) => !isSettled && confirmations >= needed);
  for (const payment of settled) payment.isSettled = true;
  const afterExpiration = isAfterExpiration(invoice);
  return settled.map((payment) => ({ type: 'InvoicePaymentSettled', afterExpiration, payment }));
}

/**
 * Lets the time for the payment end (status New), or that for confirmations (Processing). Changes the invoice and returns the events. Undefined in
 * any other status.
 */
export function expireNow(invoice: SimInvoice, now: number): InvoiceEvent[] | undefined {
  if (invoice.status === 'New') invoice.expirationTime = now;
  else if (invoice.status === 'Processing') invoice.monitoringExpiration = now - 1;
  else return undefined;
  return watch(invoice, now);
}

/** The statuses to which BTCPay lets an operator set the invoice by hand. */
export function markableAs(invoice: SimInvoice): InvoiceStatus[] {
  const { status, additionalStatus } = invoice;
  const isOpen = ['New', 'Processing', 'Expired'].includes(status);
  const isMarked = additionalStatus === 'Marked';
  const settled = isOpen || status === 'Invalid' || (isMarked && status !== 'Settled');
  const invalid = isOpen || (isMarked && status !== 'Invalid');
  return [...(settled ? ['Settled' as const] : []), ...(invalid ? ['Invalid' as const] : [])];
}

/** Marks an invoice by hand or by the API. Undefined when BTCPay refuses it. */
export function mark(invoice: SimInvoice, status: unknown): InvoiceEvent[] | undefined {
  const found = markableAs(invoice).find((possible) => possible === status);
  if (!found) return undefined;
  Object.assign(invoice, { status: found, additionalStatus: 'Marked' });
  return [{ type: `Invoice${found}`, manuallyMarked: true, ...(found === 'Settled' && { overPaid: false }) }];
}

/** Whether BTCPay would refund the invoice: it is settled or invalid, or expired with a payment. */
export function canRefund({ status, additionalStatus }: SimInvoice): boolean {
  const late = ['PaidLate', 'PaidOver', 'PaidPartial'].includes(additionalStatus);
  return status === 'Settled' || status === 'Invalid' || (status === 'Expired' && late);
}

function isAfterExpiration({ status }: SimInvoice): boolean {
  return status === 'Expired' || status === 'Invalid';
}
