import { createLogger } from '@precis/runtime/logger';
import { StandingClock } from '@precis/testing/standing-clock';
import type { Payment } from '../payments/payment.entity.js';
import { BtcpayProvider } from './btcpay.provider.js';
import {
  cryptoPayment,
  type ScriptedBtcpay,
  settledInvoice,
  settledMethods,
  startScriptedBtcpay,
} from './testing/scripted-btcpay.js';

const AWAY = { kind: 'unavailable', code: 'payment_unavailable' };

let btcpay: ScriptedBtcpay;
let provider: BtcpayProvider;
beforeAll(async () => {
  btcpay = await startScriptedBtcpay();
  provider = new BtcpayProvider(btcpay.access, new StandingClock(), createLogger('test', 'silent'));
});
beforeEach(() => void (btcpay.asked.length = 0));
afterAll(() => btcpay.close());

/** BTCPay's answers about the invoice and about its payment methods. */
const says = (invoice: unknown, methods: unknown = settledMethods()) =>
  btcpay.script((call) => ({ body: call.endsWith('/payment-methods') ? methods : invoice }));
const look = (changed: Partial<Payment> = {}) => provider.look(cryptoPayment(changed));

describe('an answer of BTCPay', () => {
  it('completes the payment when all of it matches', async () => {
    says(settledInvoice());
    expect(await look()).toMatchObject({ state: 'paid', paidCents: 8_400 });
  });

  it.each<[string, object]>([
    ['no id', { id: undefined }],
    ['the id of another invoice', { id: 'another' }],
    ['an id that is a path', { id: '../x' }],
    ["another store's invoice", { storeId: 'another' }],
    ["another order's invoice", { metadata: { orderId: '0192f0c1-0000-7000-8000-000000000002' } }],
    ['no order', { metadata: {} }],
    ['no metadata', { metadata: undefined }],
    ['another currency', { currency: 'EUR' }],
    ['no currency', { currency: undefined }],
    ['a lower amount', { amount: '0.84' }],
    ['a higher amount', { amount: '840.00' }],
    ['a tenth of a cent more', { amount: '84.001' }],
    ['a negative amount', { amount: '-84.00' }],
    ['an amount that is a number', { amount: 84 }],
    ['an amount that is none', { amount: 'NaN' }],
    ['an endless amount', { amount: 'Infinity' }],
    ['an amount with an exponent', { amount: '8.4e1' }],
    ['1e400', { amount: '1e400' }],
    ['no amount', { amount: null }],
    ['a huge sum that was sent', { paidAmount: '9'.repeat(29) }],
    ['a negative sum that was sent', { paidAmount: '-84.00' }],
    ['no sum that was sent', { paidAmount: undefined }],
    ['an unknown status', { status: 'Complete' }],
    ['a status in another case', { status: 'settled' }],
    ['no status', { status: undefined }],
    ['an unknown additional status', { additionalStatus: 'Paid' }],
    ['a time that is none', { monitoringExpiration: 'tomorrow' }],
    ['a time out of this world', { expirationTime: 1e300 }],
    ['a link that runs a script', { checkoutLink: 'javascript:alert(1)' }],
  ])('completes no payment with %s', async (_what, changed) => {
    says(settledInvoice(changed));
    await expect(look()).rejects.toMatchObject({
      code: expect.stringMatching(/^payment_(mismatch|unavailable)$/),
    });
  });

  it.each<[string, unknown]>([
    ['nothing that was confirmed', settledMethods({ status: 'Processing' })],
    ['less than is due', settledMethods({ value: '0.00099999' })],
    ['a fee that leaves less than is due', settledMethods({ fee: '0.00000001' })],
    ['a fee that leaves nothing', settledMethods({ fee: '1' })],
    ['no payment at all', settledMethods({}, { payments: [] })],
    ['no way of payment', []],
    ['a negative value', settledMethods({ value: '-0.001' })],
    ['a value that is a number', settledMethods({ value: 0.001 })],
    ['a value that is none', settledMethods({ value: 'NaN' })],
    ['1e400 bitcoin', settledMethods({ value: '1e400' })],
    ['more bitcoin than there are', settledMethods({ value: '21000001' })],
    ['a rate out of this world', settledMethods({}, { rate: '9'.repeat(29) })],
    ['no rate', settledMethods({}, { rate: undefined })],
    ['an unknown status of a payment', settledMethods({ status: 'Confirmed' })],
    ['an object in place of a list', {}],
    ['a text in place of a list', 'paid'],
  ])('completes no payment when its payment methods show %s, whatever the invoice contains', async (_what, methods) => {
    says(settledInvoice(), methods);
    await expect(look()).rejects.toMatchObject({
      code: expect.stringMatching(/^payment_(mismatch|unavailable)$/),
    });
  });

  it.each<[string, unknown]>([
    ['HTML', '<html>Bad gateway</html>'],
    ['half of it', JSON.stringify(settledInvoice()).slice(0, 100)],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', [settledInvoice()]],
    ['two megabytes', JSON.stringify(settledInvoice({ padding: 'x'.repeat(2_000_000) }))],
  ])('completes no payment when it is %s', async (_what, body) => {
    says(body);
    await expect(look()).rejects.toMatchObject(AWAY);
  });

  it.each([400, 401, 403, 404, 422, 201, 302])('completes no payment with status %d', async (status) => {
    btcpay.script(() => ({ status, body: settledInvoice() }));
    await expect(look()).rejects.toMatchObject(AWAY);
  });

  it('opens no invoice with another amount, even when BTCPay has just made it', async () => {
    btcpay.script((call) => ({
      body: call.startsWith('GET') ? [] : settledInvoice({ amount: '0.01', status: 'New' }),
    }));
    await expect(provider.open(cryptoPayment({ reference: null }))).rejects.toMatchObject({ code: 'payment_mismatch' });
  });

  it.each([
    'https://evil.example/i/the-invoice',
    'https://127.0.0.1/i/the-invoice',
    'http://localhost/i/the-invoice',
    'ORIGIN.evil.example/i/the-invoice',
    'ORIGIN@evil.example/i/the-invoice',
  ])('sends payers only to the server of the settings: %s (PAY-67)', async (link) => {
    const { url } = btcpay.access;
    const invoice = (checkoutLink: string) => settledInvoice({ status: 'New', paidAmount: '0', checkoutLink });
    const open = (checkoutLink: string) => {
      btcpay.script((call) => ({ body: call.startsWith('GET') ? [] : invoice(checkoutLink) }));
      return provider.open(cryptoPayment({ reference: null }));
    };
    await expect(open(link.replace('ORIGIN', url))).rejects.toMatchObject({
      code: expect.stringMatching(/^payment_(mismatch|unavailable)$/),
    });
    expect(await open(`${url}/i/the-invoice`)).toMatchObject({ url: `${url}/i/the-invoice` });
  });

  it('puts neither key nor value of an answer into an error', async () => {
    says(settledInvoice({ amount: 'hunter2' }));
    const error = await look().catch((cause: Error) => cause);
    const texts: string[] = [];
    for (let one = error as Error | undefined; one instanceof Error; one = one.cause as Error | undefined)
      texts.push(one.message);
    expect(texts.join(' ')).toContain('amount');
    expect(texts.join(' ')).not.toMatch(/hunter2|the-key-of-the-store/);
  });
});

describe('calls to BTCPay', () => {
  it('carry the key of the store, and are retried a bounded number of times when they are idempotent', async () => {
    btcpay.script(() => ({ status: 503 }));
    await expect(look()).rejects.toMatchObject(AWAY);
    expect(btcpay.asked.map(({ call }) => call)).toEqual(
      Array.from({ length: 3 }, () => 'GET /api/v1/invoices/the-invoice'),
    );
    expect(btcpay.asked[0].authorization).toBe('token the-key-of-the-store');
  });

  it('survive one cut connection', async () => {
    btcpay.script((call) => {
      if (btcpay.asked.length === 1) return { cut: true };
      return { body: call.endsWith('/payment-methods') ? settledMethods() : settledInvoice() };
    });
    expect(await look()).toMatchObject({ state: 'paid' });
  });

  it('never request a new invoice twice: after a lost answer the next order finds the first invoice', async () => {
    const made: object[] = [];
    btcpay.script((call) => {
      if (call.startsWith('GET')) return { body: made };
      const checkoutLink = `${btcpay.access.url}/i/the-invoice`;
      made.push(settledInvoice({ status: 'New', paidAmount: '0.00', checkoutLink }));
      return { cut: true };
    });
    const payment = cryptoPayment({ reference: null });
    await expect(provider.open(payment)).rejects.toMatchObject(AWAY);
    expect(await provider.open(payment)).toMatchObject({ reference: 'the-invoice' });
    expect(btcpay.asked.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
  });

  it('find the older invoice of this attempt when two callers created one each', async () => {
    const invoice = (id: string, createdTime: number, attempt = 1) => {
      const metadata = { orderId: cryptoPayment().id, attempt };
      const checkoutLink = `${btcpay.access.url}/i/${id}`;
      return settledInvoice({ id, createdTime, checkoutLink, metadata, status: 'New', paidAmount: '0.00' });
    };
    const all = [invoice('b', 20), invoice('c', 10), invoice('a', 20), invoice('earlier', 1, 0)];
    btcpay.script(() => ({ body: all }));
    expect(await provider.open(cryptoPayment({ reference: null }))).toMatchObject({ reference: 'c' });
    btcpay.script(() => ({ body: all.toSpliced(1, 1) }));
    expect(await provider.open(cryptoPayment({ reference: null }))).toMatchObject({ reference: 'a' });
  });

  it('send no refund to BTCPay, because the wallet is credited', async () => {
    expect(await provider.refund()).toBe('wallet');
    expect(btcpay.asked).toEqual([]);
  });
});
