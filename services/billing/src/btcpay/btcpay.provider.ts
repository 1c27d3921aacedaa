import type { Clock } from '@precis/runtime/clock';
import type { Logger } from '@precis/runtime/logger';
import { sightingRefused } from '../payments/payment-provider.errors.js';
import { type Checkout, PaymentProvider, type ProviderNotice, type Sighting } from '../payments/payment-provider.js';
import type { Payment } from '../payments/payment.entity.js';
import { type Invoice, invoiceSchema, invoicesSchema, paymentMethodsSchema, type Tally } from './btcpay-answers.js';
import { BtcpayClient, read } from './btcpay-client.js';
import type { BtcpayAccess } from './btcpay-settings.js';
import { readWebhook } from './btcpay-webhook.js';
import { dollarsOf } from './exact-decimal.js';
import { invoiceSighting } from './invoice-sighting.rule.js';

const EXPIRATION_MINUTES = 30;
const MONITORING_MINUTES = 1_440;
const MOST_INVOICES_OF_ONE_PAYMENT = 50;
const NOTHING_SENT: Tally = { settledCents: 0, isConfirming: false };

/** Takes crypto payments through a BTCPay Server's Greenfield API (PAY-19). No personal data goes there: an invoice carries only our payment's id. */
export class BtcpayProvider extends PaymentProvider {
  readonly method = 'crypto';
  private readonly client: BtcpayClient;

  constructor(
    private readonly access: BtcpayAccess,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
    this.client = new BtcpayClient(access.url, access.apiKey);
  }

  /**
   * BTCPay has no idempotency keys. So an invoice of an earlier call, whose answer was lost or whose process died, is looked up first (PAY-47). A
   * call without an answer is not retried here, because it may still have its effect: the next order finds its invoice.
   */
  async open(payment: Payment): Promise<Checkout> {
    const invoice = (await this.find(payment)) ?? (await this.create(payment));
    check(invoice, payment, this.access.storeId);
    // BTCPay builds links with the address at which it is called. Payers are sent to that server or nowhere (PAY-67).
    if (new URL(invoice.checkoutLink).origin !== new URL(this.access.url).origin)
      throw sightingRefused('checkout address');
    const expiresAt = new Date(invoice.expirationTime * 1_000);
    return { reference: invoice.id, url: invoice.checkoutLink, expiresAt };
  }

  async look(payment: Payment): Promise<Sighting> {
    const invoice = await this.invoiceOf(payment);
    if (!invoice) {
      // The answer with the invoice's address was lost, so no payer can pay it.
      const isOver = payment.expiresAt <= this.clock.now();
      return { state: isOver ? 'expired' : 'open', paidCents: 0, partial: false, refundedCents: 0 };
    }
    const { status, additionalStatus, paidAmount: sentCents } = invoice;
    const isUntouched = sentCents === 0 && additionalStatus === 'None' && (status === 'New' || status === 'Expired');
    const tally = isUntouched ? NOTHING_SENT : await this.tally(invoice);
    if (status === 'Invalid' && (additionalStatus !== 'Marked' || tally.settledCents > 0))
      this.logger.warn(
        { code: 'invoice_invalid' },
        `crypto payment ${payment.id} became invalid: look at its invoice in BTCPay`,
      );
    const { amountCents } = payment;
    // A person who settles an invoice in BTCPay marks it; without the mark the blockchain must have paid it.
    if (status === 'Settled' && additionalStatus !== 'Marked' && tally.settledCents < amountCents)
      throw sightingRefused('settled amount');
    return invoiceSighting({ status, additionalStatus, amountCents, sentCents, ...tally });
  }

  /** Closes an invoice. One that has received anything stays open, to settle or to expire; BTCPay itself refuses to close one that has ended. */
  async close(payment: Payment): Promise<void> {
    const invoice = await this.invoiceOf(payment);
    const isUnpaid = invoice?.status === 'New' && invoice.additionalStatus === 'None' && invoice.paidAmount === 0;
    if (!isUnpaid) return;
    const path = `${invoicePath(invoice.id)}/status`;
    const answer = await this.client.ask({ method: 'POST', path, body: { status: 'Invalid' }, repeats: true });
    if (answer.status !== 422) read(invoiceSchema, answer);
  }

  verify(body: Buffer, signature: string): ProviderNotice {
    return readWebhook(body, signature, this.access.webhookSecrets, this.access.storeId);
  }

  /** We have no address of the payer, so the caller credits the wallet (PAY-22). */
  async refund(): Promise<'wallet'> {
    return 'wallet';
  }

  private async create(payment: Payment): Promise<Invoice> {
    const { id, amountCents, plan, months, attempt } = payment;
    const body = {
      amount: dollarsOf(amountCents),
      currency: 'USD',
      metadata: { orderId: id, attempt },
      checkout: {
        // One confirmation, and two for the largest purchase.
        speedPolicy: plan === 'enterprise' && months === 12 ? 'LowMediumSpeed' : 'MediumSpeed',
        expirationMinutes: EXPIRATION_MINUTES,
        monitoringMinutes: MONITORING_MINUTES,
        paymentTolerance: 0,
        redirectURL: `${this.access.publicUrl}/payment/success?session_id={InvoiceId}`,
        redirectAutomatically: true,
      },
    };
    const made = await this.client.ask({ method: 'POST', path: this.invoicesPath(), body, repeats: false });
    return read(invoiceSchema, made);
  }

  /** Finds the oldest invoice of this attempt: when two callers made one each, both find the same. */
  private async find({ id, attempt }: Payment): Promise<Invoice | undefined> {
    const path = `${this.invoicesPath()}?orderId=${encodeURIComponent(id)}&take=${MOST_INVOICES_OF_ONE_PAYMENT}`;
    const found = read(invoicesSchema, await this.client.ask({ method: 'GET', path, repeats: true }));
    return found
      .filter(({ metadata }) => metadata.orderId === id && String(metadata.attempt) === String(attempt))
      .toSorted((one, other) => one.createdTime - other.createdTime || (one.id < other.id ? -1 : 1))[0];
  }

  private async invoiceOf(payment: Payment): Promise<Invoice | undefined> {
    const { reference } = payment;
    const invoice = reference === null ? await this.find(payment) : await this.get(reference);
    if (!invoice) return undefined;
    if (reference !== null && invoice.id !== reference) throw sightingRefused('id');
    check(invoice, payment, this.access.storeId);
    return invoice;
  }

  private async get(reference: string): Promise<Invoice> {
    return read(invoiceSchema, await this.client.ask({ method: 'GET', path: invoicePath(reference), repeats: true }));
  }

  /** Read after the invoice: money that arrives between the two answers can only make the second one larger. */
  private async tally({ id, monitoringExpiration }: Invoice): Promise<Tally> {
    const path = `${invoicePath(id)}/payment-methods`;
    const tally = read(paymentMethodsSchema, await this.client.ask({ method: 'GET', path, repeats: true }));
    // BTCPay no longer watches the invoice after that moment, so unconfirmed money is no longer waited for.
    const isWatched = this.clock.now().getTime() <= monitoringExpiration * 1_000;
    return { ...tally, isConfirming: tally.isConfirming && isWatched };
  }

  private invoicesPath(): string {
    return `/api/v1/stores/${encodeURIComponent(this.access.storeId)}/invoices`;
  }
}

function invoicePath(id: string): string {
  return `/api/v1/invoices/${encodeURIComponent(id)}`;
}

/** Throws when an invoice belongs to another payment, or has another amount (PAY-48). */
function check(invoice: Invoice, payment: Payment, storeId: string): void {
  if (invoice.storeId !== storeId) throw sightingRefused('store');
  if (invoice.metadata.orderId !== payment.id) throw sightingRefused('order');
  if (invoice.currency !== 'USD') throw sightingRefused('currency');
  const { units, scale } = invoice.amount;
  if (units * 100n !== BigInt(payment.amountCents) * 10n ** BigInt(scale)) throw sightingRefused('amount');
}
