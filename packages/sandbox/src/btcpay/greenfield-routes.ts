import { createHash, timingSafeEqual } from 'node:crypto';
import { type CheckoutAnswer, type CheckoutRequest, json } from '../checkout/checkout-server.js';
import { invoiceData, paymentMethods, refusals } from './greenfield-wire.js';
import type { InvoiceBook } from './invoice-book.js';
import { newInvoice, objectOf, randomName } from './new-invoice.js';
import { canRefund, mark, satsOf, type PullPayment, type SimInvoice } from './sim-invoice.js';
import { centsOf, coins, dollars, dueSats, paidAmount } from './sim-money.js';

/** BTCPay's names of the permissions that an API key may have. */
export const PERMISSIONS = {
  create: 'btcpay.store.cancreateinvoice',
  view: 'btcpay.store.canviewinvoices',
  modify: 'btcpay.store.canmodifyinvoices',
  refund: 'btcpay.store.cancreatepullpayments',
} as const;

/** The one store of the simulator, its only API key, and the permissions of that key. */
export interface GreenfieldStore {
  storeId: string;
  apiKey: string;
  permissions: readonly string[];
  /** The address of the simulator. */
  baseUrl(): string;
}

type Body = Record<string, unknown>;
type InvoiceRoute = (invoice: SimInvoice, request: CheckoutRequest, body: Body) => Promise<CheckoutAnswer>;

const OF_STORE = /^\/api\/v1\/stores\/([^/]+)\/invoices$/;
const OF_INVOICE = /^\/api\/v1\/(?:stores\/([^/]+)\/)?invoices\/([^/]+)(\/[\w-]+)?$/;
const MOST_LISTED = 50;

/** BTCPay's Greenfield API, as far as a shop needs it. */
export class GreenfieldRoutes {
  private readonly routes: Record<string, { permission: string; answer: InvoiceRoute }> = {
    'GET ': { permission: PERMISSIONS.view, answer: async (invoice, { query }) => this.one(invoice, query) },
    'GET /payment-methods': {
      permission: PERMISSIONS.view,
      answer: async (invoice) => json(200, paymentMethods(invoice)),
    },
    'POST /status': { permission: PERMISSIONS.modify, answer: (invoice, _, body) => this.mark(invoice, body) },
    'POST /refund': { permission: PERMISSIONS.refund, answer: (invoice, _, body) => this.refund(invoice, body) },
  };

  constructor(
    private readonly book: InvoiceBook,
    private readonly store: GreenfieldStore,
  ) {}

  async answer(request: CheckoutRequest): Promise<CheckoutAnswer> {
    if (!this.isAuthenticated(request)) return refusals.unauthenticated();
    const body = parsed(request.body);
    if (!body) return refusals.api('invalid-body', 'Expected a JSON object');
    const [, ofStore] = OF_STORE.exec(request.path) ?? [];
    if (ofStore !== undefined) return this.ofStore(ofStore, request, body);
    const [, storeId = this.store.storeId, id, action = ''] = OF_INVOICE.exec(request.path) ?? [];
    const route = this.routes[`${request.method} ${action}`];
    if (id === undefined || !route) return { status: 404 };
    if (!this.may(route.permission, storeId)) return refusals.missingPermission(route.permission);
    const invoice = await this.book.find(id);
    return invoice ? route.answer(invoice, request, body) : refusals.notFound();
  }

  /** Whether the call carries the store's key. */
  isAuthenticated({ headers }: CheckoutRequest): boolean {
    const hash = (text: string) => createHash('sha256').update(text).digest();
    return timingSafeEqual(hash(headers.authorization ?? ''), hash(`token ${this.store.apiKey}`));
  }

  async jsonOf(invoice: SimInvoice): Promise<CheckoutAnswer> {
    return json(200, this.data(invoice));
  }

  private async ofStore(storeId: string, { method, query }: CheckoutRequest, body: Body): Promise<CheckoutAnswer> {
    const permission = { GET: PERMISSIONS.view, POST: PERMISSIONS.create }[method];
    if (!permission) return { status: 405, headers: { allow: 'GET, POST' } };
    if (!this.may(permission, storeId)) return refusals.missingPermission(permission);
    if (method === 'GET') return this.list(query);
    const made = newInvoice(body, this.book.seconds);
    if ('refusal' in made) return made.refusal;
    await this.book.add(made.invoice);
    return this.jsonOf(made.invoice);
  }

  private async list(query: URLSearchParams): Promise<CheckoutAnswer> {
    const [orderIds, statuses] = [query.getAll('orderId'), query.getAll('status')];
    const [skip, take] = [Number(query.get('skip') ?? 0), Number(query.get('take') ?? MOST_LISTED)];
    const found = (await this.book.list()).filter(
      ({ metadata, status }) =>
        (orderIds.length === 0 || orderIds.includes(String(metadata.orderId))) &&
        (statuses.length === 0 || statuses.includes(status)),
    );
    return json(
      200,
      found.slice(skip, skip + Math.min(take, MOST_LISTED)).map((invoice) => this.data(invoice)),
    );
  }

  private one(invoice: SimInvoice, query: URLSearchParams): CheckoutAnswer {
    const besides = query.get('includePaymentMethods') === 'true' && { paymentMethods: paymentMethods(invoice) };
    return json(200, { ...this.data(invoice), ...besides });
  }

  private async mark(invoice: SimInvoice, body: Body): Promise<CheckoutAnswer> {
    const events = mark(invoice, body.status);
    if (!events)
      return refusals.invalid('status', 'Status can only be marked to invalid or settled within certain conditions.');
    await this.book.saveAndSend(invoice, events);
    return this.jsonOf(invoice);
  }

  private async refund(invoice: SimInvoice, body: Body): Promise<CheckoutAnswer> {
    if (!canRefund(invoice)) return refusals.api('non-refundable', 'Cannot refund this invoice');
    const amount = refundAmount(invoice, body);
    if (typeof amount === 'string') return refusals.invalid('refundVariant', amount);
    const id = randomName(22);
    const name = typeof body.name === 'string' ? body.name : `Refund ${invoice.id}`;
    const pull: PullPayment = { id, name, startsAt: this.book.seconds, ...amount };
    invoice.refunds.push(pull);
    await this.book.saveAndSend(invoice, [{ type: 'InvoiceRefund' }]);
    return json(200, {
      ...pull,
      description: '',
      expiresAt: null,
      BOLT11Expiration: '30',
      archived: false,
      autoApproveClaims: false,
      viewLink: `${this.store.baseUrl()}/pull-payments/${id}`,
    });
  }

  private data(invoice: SimInvoice) {
    return invoiceData(invoice, this.store.storeId, this.store.baseUrl());
  }

  private may(permission: string, storeId: string): boolean {
    return storeId === this.store.storeId && this.store.permissions.includes(permission);
  }
}

/** The amount of a refund, or the reason why it is refused. */
function refundAmount(invoice: SimInvoice, body: Body): { currency: string; amount: string } | string {
  const paid = satsOf(invoice);
  const over = paid - dueSats(invoice);
  switch (body.refundVariant) {
    case 'RateThen':
    case 'CurrentRate':
      return { currency: 'BTC', amount: coins(paid) };
    case 'Fiat':
      return { currency: 'USD', amount: paidAmount(paid, invoice.rateCents) };
    case 'OverpaidAmount':
      return over > 0 ? { currency: 'BTC', amount: coins(over) } : 'Invoice is not overpaid';
    case 'Custom': {
      const cents = centsOf(body.customAmount);
      return cents && body.customCurrency === 'USD'
        ? { currency: 'USD', amount: dollars(cents) }
        : 'Amount must be greater than 0';
    }
    default:
      return '`refundVariant` is mandatory';
  }
}

function parsed(text: string): Body | undefined {
  try {
    return objectOf(text === '' ? undefined : JSON.parse(text));
  } catch {
    return undefined;
  }
}
