import { randomBytes } from 'node:crypto';
import { type CheckoutAnswer, type CheckoutRequest, json, startCheckoutServer } from '../checkout/checkout-server.js';
import { FaultDice } from '../webhooks/fault-dice.js';
import { GreenfieldRoutes, PERMISSIONS } from './greenfield-routes.js';
import { InvoiceBook, type WebhookTarget } from './invoice-book.js';
import { claimPage, invoicePage } from './invoice-page.js';
import { objectOf } from './new-invoice.js';
import { confirm, type InvoiceEvent, receive, type SimInvoice, expireNow } from './sim-invoice.js';

/** A BTCPay Server for one store. Buttons replace the payer's wallet and the chain (PAY-49). */
export interface BtcpaySimulator {
  url: string;
  storeId: string;
  apiKey: string;
  /** Sets the faults of webhooks from now on; throws for an unknown fault. */
  setFaults(faults: Record<string, unknown>): void;
  /** Settles when no webhook is being sent. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const INVOICE_PAGE = /^\/i\/(\w+)(?:\/(pay|confirm|expire))?$/;
const CLAIM_PAGE = /^\/pull-payments\/(\w+)$/;
const WATCH_EVERY_MS = 1_000;
const MOST_PERCENT = 1_000;

/** Opens the simulator on 127.0.0.1. Without a `path` its state ends with it. Webhooks that wait for another attempt are lost at `close`. */
export async function startBtcpaySimulator({
  port = 0,
  path,
  storeId = 'precis-sandbox',
  apiKey = randomBytes(20).toString('hex'),
  permissions = Object.values(PERMISSIONS),
  webhook,
  now = () => new Date(),
}: {
  port?: number;
  path?: string;
  storeId?: string;
  apiKey?: string;
  permissions?: readonly string[];
  webhook?: WebhookTarget;
  now?: () => Date;
} = {}): Promise<BtcpaySimulator> {
  const dice = new FaultDice();
  const book = await InvoiceBook.open({ path, storeId, now, webhook, dice });
  const greenfield = new GreenfieldRoutes(book, { storeId, apiKey, permissions, baseUrl: () => server.url });
  const server = await startCheckoutServer({ port, answer });
  // Like BTCPay, it reports an expiry without being asked.
  const watching = setInterval(() => void book.watchAll().catch(() => undefined), WATCH_EVERY_MS);
  watching.unref();

  async function answer(request: CheckoutRequest): Promise<CheckoutAnswer> {
    const { path: asked, method } = request;
    if (asked.startsWith('/api/')) return greenfield.answer(request);
    if (asked === '/_sim/faults' && method === 'POST') return faults(request);
    const [, pull] = CLAIM_PAGE.exec(asked) ?? [];
    if (pull !== undefined && method === 'GET') return claim(pull);
    const [, id, action] = INVOICE_PAGE.exec(asked) ?? [];
    const invoice = id === undefined ? undefined : await book.find(id);
    if (!invoice) return { status: 404, body: 'There is no such invoice.\n' };
    if (action === undefined && method === 'GET') return invoicePage(invoice);
    if (action === undefined || method !== 'POST') return { status: 405 };
    return press(invoice, action, request);
  }

  /** Performs an action of the payer or the chain. A button leads back to the page; a script gets the invoice as the answer. */
  async function press(invoice: SimInvoice, action: string, request: CheckoutRequest): Promise<CheckoutAnswer> {
    const done = act(invoice, action, request.query);
    if (typeof done === 'string') return json(409, { code: 'not-now', message: done });
    await book.saveAndSend(invoice, done);
    const isBrowser = request.headers.accept?.includes('text/html');
    return isBrowser ? { status: 303, headers: { location: `/i/${invoice.id}` } } : greenfield.jsonOf(invoice);
  }

  function act(invoice: SimInvoice, action: string, query: URLSearchParams): InvoiceEvent[] | string {
    const percent = Number(query.get('percent') ?? 100);
    if (action === 'confirm') return confirm(invoice, book.seconds);
    if (action === 'expire')
      return expireNow(invoice, book.seconds) ?? 'This invoice waits neither for a payment nor for confirmations.';
    if (!Number.isInteger(percent) || percent < 1 || percent > MOST_PERCENT) return 'percent is from 1 to 1000.';
    if (book.seconds > invoice.monitoringExpiration) return 'BTCPay no longer watches this address.';
    return receive(invoice, percent, book.seconds);
  }

  async function claim(id: string): Promise<CheckoutAnswer> {
    const found = (await book.list()).flatMap(({ refunds }) => refunds).find((pull) => pull.id === id);
    return found ? claimPage(found) : { status: 404 };
  }

  async function faults(request: CheckoutRequest): Promise<CheckoutAnswer> {
    if (!greenfield.isAuthenticated(request)) return { status: 401 };
    try {
      dice.set(objectOf(JSON.parse(request.body || '{}')) ?? {});
    } catch (error) {
      return json(400, { code: 'invalid-faults', message: (error as Error).message });
    }
    return json(200, dice.faults);
  }

  return {
    url: server.url,
    storeId,
    apiKey,
    setFaults: (changed) => dice.set(changed),
    idle: async () => book.webhooks?.idle(),
    close: async () => {
      clearInterval(watching);
      await server.close();
      await book.close();
    },
  };
}
