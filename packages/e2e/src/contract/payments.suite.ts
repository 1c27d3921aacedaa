import { type Account, register } from '../deployment/accounts.js';
import { atCheckout, buyTerm, createPaymentSession, settled, untilWalletHolds } from '../deployment/checkout.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPaymentError, expectPrivateError } from '../deployment/error-answers.js';

const BASIC = { plan: 'basic', duration: 'monthly', paymentMethod: 'stripe' };
const INSUFFICIENT = 'Insufficient wallet balance to complete this transaction.';
const DAY_SECONDS = 86_400;
const nowSeconds = () => Date.now() / 1_000;
const WHOLE = expect.any(Number);

/** Quotes, payment sessions, history, receipts, statement and cancelling (PAY-12 to PAY-16, PAY-21, PAY-23, PAY-50 to PAY-54, API-11). */
export function paymentContract(using: () => Deployment): void {
  const as = ({ token }: { token: string }, method: string, path: string, body?: object) =>
    using().call(method, path, { token, body });
  const quote = (account: Account, body: object) => as(account, 'POST', '/api/payment/quote', body);
  const pay = (account: Account, body: object) => as(account, 'POST', '/api/payment/create-session', body);
  const planOf = async (account: Account) => (await as(account, 'GET', '/api/subscription/my-plan')).body.subscription;

  describe('a payment by card', () => {
    let ann: Account;
    let ben: Account;
    let paid: Record<string, unknown>;
    beforeAll(async () => {
      [ann, ben] = await Promise.all([register(using()), register(using())]);
    });

    it('info names the ways to pay, and which of them are only stood in for', async () => {
      const { body } = await using().call('GET', '/api/info');
      expect(body.payment_methods).toEqual(['stripe', 'crypto', 'wallet']);
      expect(body.sandbox).toEqual(expect.arrayContaining(['stripe', 'btcpay']));
    });

    it('200: a quote has its lines, what is due, and 30 minutes', async () => {
      const answer = await quote(ann, { ...BASIC, duration: 'yearly' });
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          success: true,
          quote_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          kind: 'new',
          lines: [{ kind: 'plan', label: expect.stringMatching(/\S/), amount: 84 }],
          total: 84,
          credit: 0,
          due: 84,
          starts_at: WHOLE,
          ends_at: WHOLE,
          expires_at: WHOLE,
          wallet_balance: 0,
        },
      ]);
      expect(Math.abs(answer.body.expires_at - nowSeconds() - 1_800)).toBeLessThan(60);
      expect((answer.body.ends_at - answer.body.starts_at) / DAY_SECONDS).toBeGreaterThan(364);
    });

    it('200: create-session answers where the payer goes, and a return from there grants nothing', async () => {
      const answer = await pay(ann, BASIC);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, url: expect.stringMatching(/^https?:\/\//) });
      const { history } = (await as(ann, 'GET', '/api/payment/history')).body;
      expect(history[0]).toMatchObject({ status: 'pending', amount: 9, completed_at: null, receipt_number: null });
      const page = await using().call('GET', `/payment/success?session_id=${history[0].session_id}`);
      expect(page.status).toBe(200);
      expect((await planOf(ann)).plan).toBe('free');
    });

    it('declined and then paid: the plan holds, and the payment is in the history', async () => {
      const { url, id } = await createPaymentSession(using(), ann, BASIC);
      await atCheckout(url, 'decline');
      await atCheckout(url, 'pay');
      paid = await settled(using(), ann, id);
      expect(paid).toEqual({
        id,
        status: 'completed',
        plan: 'basic',
        duration: 'monthly',
        payment_method: 'stripe',
        total: 9,
        credit: 0,
        amount: 9,
        refunded: 0,
        created_at: WHOLE,
        completed_at: WHOLE,
        starts_at: WHOLE,
        ends_at: WHOLE,
        receipt_number: expect.stringMatching(/\S/),
        session_id: expect.stringMatching(/\S/),
        note: null,
      });
      expect(await planOf(ann)).toMatchObject({
        plan: 'basic',
        isActive: true,
        videoLimit: 100,
        endDate: paid.ends_at,
      });
      const { history } = (await as(ann, 'GET', '/api/payment/history')).body;
      expect(history.find((one: { id: string }) => one.id === id)).toEqual(paid);
      const ofCheckout = await as(ann, 'GET', `/api/payment/session/${String(paid.session_id)}`);
      expect(ofCheckout.body.payment).toEqual(paid);
    });

    it('its receipt is a page that names its payer, runs nothing and loads nothing', async () => {
      const { status, headers, text } = await as(ann, 'GET', `/api/payment/receipt/${String(paid.id)}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      for (const part of [String(paid.receipt_number), ann.name, ann.email, '$9.00']) expect(text).toContain(part);
      expect(text).not.toMatch(/<script|(?:src|href|action)=/);
    });

    it('404: payments and receipts of others, and ids that are none', async () => {
      for (const id of [String(paid.id), String(paid.session_id), 'x', '..%2F..'])
        expectPrivateError(await as(ben, 'GET', `/api/payment/session/${id}`), 404, 'payment_not_found');
      expectPrivateError(await as(ben, 'GET', `/api/payment/receipt/${String(paid.id)}`), 404);
      expectPrivateError(await as(ann, 'GET', '/api/payment/receipt/x'), 404);
      expect((await as(ben, 'GET', '/api/payment/history')).body).toEqual({ success: true, history: [], next: null });
    });

    it('409 for the active plan, unless it is to be extended', async () => {
      for (const refused of [await pay(ann, BASIC), await quote(ann, BASIC)]) expectPaymentError(refused, 409);
      const { body } = await quote(ann, { ...BASIC, extend: true });
      expect([body.kind, body.due, body.starts_at]).toEqual(['extension', 9, paid.ends_at]);
      const { ends_at: endsAt } = await buyTerm(using(), ann, { ...BASIC, extend: true });
      expect((await planOf(ann)).endDate).toBe(endsAt);
      expect(endsAt).toBeGreaterThan(paid.ends_at as number);
    });

    it('an upgrade takes the unused time off: what the quote shows is what is paid', async () => {
      const { body } = await quote(ann, { ...BASIC, plan: 'medium', duration: 'yearly' });
      expect(body.kind).toBe('upgrade');
      const credit = body.lines.find(({ kind }: { kind: string }) => kind === 'credit');
      expect(credit.amount).toBeLessThan(0);
      expect([body.credit, body.total]).toEqual([-credit.amount, 276]);
      expect(body.due).toBeCloseTo(body.total - body.credit, 5);
      const upgrade = { ...BASIC, plan: 'medium', duration: 'yearly', quote_id: body.quote_id as string };
      expect(await buyTerm(using(), ann, upgrade)).toMatchObject({ amount: body.due, credit: body.credit });
      expect((await planOf(ann)).plan).toBe('medium');
    });

    it('history comes by pages, newest first', async () => {
      const all = (await as(ann, 'GET', '/api/payment/history?limit=100')).body.history as { id: string }[];
      const paged: unknown[] = [];
      let after = '';
      do {
        const { history, next } = (await as(ann, 'GET', `/api/payment/history?limit=1&after=${after}`)).body;
        paged.push(...history);
        after = next ?? '';
      } while (after !== '' && paged.length <= all.length);
      expect(paged).toEqual(all);
      expect(all.length).toBeGreaterThanOrEqual(3);
    });

    it('200: cancelling keeps the plan until its end, and again is the same; on Free it is 400', async () => {
      const { endDate } = await planOf(ann);
      const date = new Date(endDate * 1_000).toISOString().slice(0, 10);
      for (let time = 0; time < 2; time++)
        expect((await as(ann, 'POST', '/api/subscription/cancel')).body).toEqual({
          success: true,
          message: `Subscription will remain active until ${date}`,
        });
      expect(await planOf(ann)).toMatchObject({ plan: 'medium', isActive: true, endDate });
      expectPrivateError(await as(ben, 'POST', '/api/subscription/cancel'), 400);
    });
  });

  describe('a payment session that is refused', () => {
    let ann: Account;
    beforeAll(async () => {
      ann = await register(using());
    });
    afterAll(async () => {
      expect((await planOf(ann)).plan).toBe('free');
      expect((await as(ann, 'GET', '/api/payment/history')).body.history).toEqual([]);
    });

    it('400: an empty wallet, with the specified text as error and detail', async () => {
      const answer = await pay(ann, { ...BASIC, paymentMethod: 'wallet' });
      expectPaymentError(answer, 400);
      expect([answer.body.error, answer.body.detail]).toEqual([INSUFFICIENT, INSUFFICIENT]);
    });

    it.each([
      ['plan', 'gold', 'basic, medium, enterprise'],
      ['duration', 'weekly', 'monthly, 3months, 6months, yearly'],
      ['paymentMethod', 'paypal', 'stripe, crypto, wallet'],
    ])('400: an unknown %s says what is allowed', async (field, value, allowed) => {
      for (const answer of [
        await pay(ann, { ...BASIC, [field]: value }),
        await quote(ann, { ...BASIC, [field]: value }),
      ]) {
        expectPaymentError(answer, 400);
        expect(answer.body.detail).toContain(allowed);
      }
    });

    it('400: Free has no checkout', async () => {
      expectPaymentError(await pay(ann, { ...BASIC, plan: 'free' }), 400);
      expectPaymentError(await quote(ann, { ...BASIC, plan: 'free' }), 400);
    });

    it('404: a quote of nobody', async () => {
      for (const quote_id of ['x', '0f8fad5b-d9cb-469f-a165-70867728950e'])
        expectPaymentError(await pay(ann, { ...BASIC, quote_id }), 404);
    });

    it('amounts in the body change nothing', async () => {
      const lies = { amount: 0.01, price: 0.01, due: 0, total: 0, due_cents: 1, months: 12, currency: 'jpy' };
      const { body } = await quote(ann, { ...BASIC, ...lies });
      expect([body.total, body.due]).toEqual([9, 9]);
    });

    it('401 without a session, 403 with an API key, each with its detail', async () => {
      for (const path of ['/api/payment/quote', '/api/payment/create-session']) {
        expectPaymentError(await using().call('POST', path, { body: BASIC }), 401, 'session_missing');
        expectPaymentError(
          await using().call('POST', path, { body: BASIC, key: using().demo.api_key }),
          403,
          'session_required',
        );
      }
    });
  });

  it('by crypto: paid and confirmed, the plan holds', async () => {
    const ann = await register(using());
    const { url, id } = await createPaymentSession(using(), ann, { ...BASIC, paymentMethod: 'crypto' });
    await atCheckout(url, 'pay?percent=100');
    await atCheckout(url, 'confirm');
    expect(await settled(using(), ann, id)).toMatchObject({ payment_method: 'crypto', amount: 9 });
    expect((await planOf(ann)).plan).toBe('basic');
  });

  describe('GET /api/wallet/statement', () => {
    it('200: an empty wallet has no entries', async () => {
      const ann = await register(using());
      await untilWalletHolds(using(), ann, 0);
      expect((await as(ann, 'GET', '/api/wallet/statement')).body).toEqual({
        success: true,
        wallet_balance: 0,
        entries: [],
        next: null,
      });
    });

    it.each(['limit=0', 'limit=101', 'before=x', 'before=-1'])('400: %s', async (query) => {
      const token = (await register(using())).token;
      expectPrivateError(await as({ token }, 'GET', `/api/wallet/statement?${query}`), 400, 'invalid_parameter');
    });
  });
}
