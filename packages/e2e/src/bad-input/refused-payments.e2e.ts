import { createHmac, randomUUID } from 'node:crypto';
import { type Account, register } from '../deployment/accounts.js';
import { atCheckout, createPaymentSession, settled } from '../deployment/checkout.js';
import { expectPaymentError, expectPrivateError, expectPublicError } from '../deployment/error-answers.js';
import { type MovedDeployment, startMoved } from '../privacy/moved-deployment.js';

jest.setTimeout(60_000);

const WISH = { plan: 'basic', duration: 'monthly', paymentMethod: 'stripe' };
const NOBODYS = '0f8fad5b-d9cb-469f-a165-70867728950e';
/** The traces of a payment, a price or a webhook. */
const TABLES = [
  'payments',
  'quotes',
  'terms',
  'provider_events',
  'ledger_transfers',
  'ledger_entries',
  'stripe_checkouts',
  'stripe_customers',
];
const WEBHOOK_BYTES = 1_000_000;

let running: MovedDeployment;
let ann: Account;
/** An account with an open checkout, which strangers try to complete. */
let pending: { id: string; sessionId: string };
beforeAll(async () => {
  running = await startMoved();
  ann = await register(running);
  const ben = await register(running);
  const { id } = await createPaymentSession(running, ben, WISH);
  const { body } = await running.call('GET', `/api/payment/session/${id}`, { token: ben.token });
  pending = { id, sessionId: body.payment.session_id as string };
}, 90_000);
afterAll(() => running?.close(), 90_000);

const counts = async () => {
  const counted = TABLES.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
  const [row] = await running.rows('billing', `SELECT ${counted.join(', ')}`);
  const [payment] = await running.rows('billing', 'SELECT status FROM payments WHERE id = $1', [pending.id]);
  return { ...row, pending: payment.status };
};
const order = (route: 'quote' | 'create-session', body: object) =>
  running.call('POST', `/api/payment/${route}`, { token: ann.token, body });

describe('an order that is refused leaves no row (PAY-50)', () => {
  it.each<[string, object, number, string]>([
    ['an unknown plan', { plan: 'gold' }, 400, 'plan_unknown'],
    ['a plan in capitals', { plan: 'BASIC' }, 400, 'plan_unknown'],
    ['a name of every object as plan', { plan: 'constructor' }, 400, 'plan_unknown'],
    ['a plan that is SQL', { plan: "basic' OR 1=1 --" }, 400, 'plan_unknown'],
    ['Free', { plan: 'free' }, 400, 'plan_without_terms'],
    ['a plan that is a number', { plan: 1 }, 400, 'invalid_parameter'],
    ['a plan of 41 characters', { plan: 'b'.repeat(41) }, 400, 'invalid_parameter'],
    ['no plan', { plan: null }, 400, 'missing_parameter'],
    ['an unknown duration', { duration: 'weekly' }, 400, 'invalid_parameter'],
    ['a duration in months', { duration: 12 }, 400, 'invalid_parameter'],
    ['no duration', { duration: undefined }, 400, 'missing_parameter'],
    ['an unknown method', { paymentMethod: 'paypal' }, 400, 'invalid_parameter'],
    ['a list of methods', { paymentMethod: ['stripe'] }, 400, 'invalid_parameter'],
    ['no method', { paymentMethod: '' }, 400, 'missing_parameter'],
    ['extend that is a text', { extend: 'true' }, 400, 'invalid_parameter'],
  ])('%s, as a quote and as a session', async (_what, wrong, status, code) => {
    const before = await counts();
    for (const route of ['quote', 'create-session'] as const)
      expectPaymentError(await order(route, { ...WISH, ...wrong }), status, code);
    expect(await counts()).toEqual(before);
  });

  it.each<[string, object, number, string]>([
    ['a quote of nobody', { quote_id: NOBODYS }, 404, 'quote_unknown'],
    ['a quote that is no id', { quote_id: 'x' }, 404, 'quote_unknown'],
    ['a quote that is a number', { quote_id: 1 }, 400, 'invalid_parameter'],
    ['an empty wallet', { paymentMethod: 'wallet' }, 400, 'insufficient_wallet_balance'],
  ])('%s, as a session', async (_what, wrong, status, code) => {
    const before = await counts();
    expectPaymentError(await order('create-session', { ...WISH, ...wrong }), status, code);
    expect(await counts()).toEqual(before);
  });
});

describe('a webhook that is refused leaves no row, and pays nothing (PAY-40, PAY-52)', () => {
  const event = () =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'checkout.session.completed',
      api_version: '2026-10-28.endive',
      data: {
        object: {
          id: pending.sessionId,
          object: 'checkout.session',
          client_reference_id: pending.id,
          metadata: { payment_id: pending.id },
          status: 'complete',
          payment_status: 'paid',
          amount_total: 900,
        },
      },
    });
  const invoiceEvent = () =>
    JSON.stringify({ deliveryId: randomUUID(), type: 'InvoiceSettled', storeId: 'precis-sandbox', invoiceId: 'x' });
  const hmac = (text: string) => createHmac('sha256', 'whsec_of_a_stranger').update(text).digest('hex');
  const stripeSigned = (body: string, atSeconds = Math.floor(Date.now() / 1_000)) =>
    `t=${atSeconds},v1=${hmac(`${atSeconds}.${body}`)}`;
  const DOORS = {
    stripe: { header: 'stripe-signature', body: event, sign: stripeSigned },
    btcpay: { header: 'btcpay-sig', body: invoiceEvent, sign: (body: string) => `sha256=${hmac(body)}` },
  };

  describe.each(['stripe', 'btcpay'] as const)('of %s', (provider) => {
    const { header, body, sign } = DOORS[provider];
    const post = (raw: string | ReadableStream, signature?: string) =>
      running.call('POST', `/api/webhooks/${provider}`, {
        raw,
        headers: signature === undefined ? {} : { [header]: signature },
      });

    it('unsigned, badly signed, or signed by somebody else', async () => {
      const before = await counts();
      const text = body();
      expectPrivateError(await post(text), 400, 'signature_missing');
      expectPrivateError(await post(text, ' '), 400, 'signature_missing');
      const zeros = '0'.repeat(64);
      for (const signature of [sign(text), stripeSigned(text, 1), `v0=${hmac(text)}`, `sha256=${zeros}`, zeros, '{}'])
        expectPrivateError(await post(text, signature), 400, 'bad_signature');
      expectPrivateError(await post(text, 'x'.repeat(2_001)), 400, 'bad_signature');
      expect(await counts()).toEqual(before);
    });

    it('too large, declared or not, however it is signed', async () => {
      const before = await counts();
      const text = `${body()}${' '.repeat(WEBHOOK_BYTES)}`;
      for (const raw of [text, new Blob([text]).stream()])
        expectPrivateError(await post(raw, sign(text)), 413, 'body_too_large');
      expect(await counts()).toEqual(before);
    });

    it('empty', async () => {
      const before = await counts();
      expectPrivateError(await post('', sign('')), 400, 'body_missing');
      expect(await counts()).toEqual(before);
    });
  });

  it('of an unknown provider', async () => {
    const before = await counts();
    const answer = await running.call('POST', '/api/webhooks/paypal', { raw: event() });
    // The path is that of an account's webhook, which does not accept POST.
    expectPublicError(answer, 405, 'method_not_allowed');
    expect(await counts()).toEqual(before);
  });
});

it('amounts in a body change nothing, from the quote to the receipt (PAY-50)', async () => {
  const lies = {
    ...{ amount: 0.01, amount_cents: 1, unit_amount: 1, price: 0.01, total: 0, total_cents: 0, due: 0, due_cents: 0 },
    ...{ credit: 8.99, credit_cents: 899, discount: 100, months: 12, quantity: 0, currency: 'jpy', kind: 'upgrade' },
  };
  const eve = await register(running);
  const as = (path: string, body: object) => running.call('POST', path, { token: eve.token, body });
  const quote = (await as('/api/payment/quote', { ...WISH, ...lies })).body;
  expect(quote).toMatchObject({ kind: 'new', total: 9, credit: 0, due: 9 });
  const { url, id } = await createPaymentSession(running, eve, { ...WISH, ...lies, quote_id: quote.quote_id });
  expect(await (await fetch(url)).text()).toContain('$9.00');
  const sql = 'SELECT total_cents, credit_cents, amount_cents, months FROM payments WHERE id = $1';
  expect(await running.rows('billing', sql, [id])).toEqual([
    { total_cents: '900', credit_cents: '0', amount_cents: '900', months: 1 },
  ]);
  await atCheckout(url, 'pay');
  expect(await settled(running, eve, id)).toMatchObject({ total: 9, credit: 0, amount: 9 });
});
