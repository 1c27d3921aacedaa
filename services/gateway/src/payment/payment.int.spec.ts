import { createHash } from 'node:crypto';
import type { CreatePaymentRequest, CreateQuoteRequest } from '@precis/proto/billing/v1/billing';
import { DomainError } from '@precis/runtime/domain-error';
import { ID } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';

const QUOTE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const WISH = { plan: 'medium', duration: 'yearly', paymentMethod: 'stripe' };
/** A payment as billing answers it, and as the API shows it. */
const PAID = {
  id: ID,
  status: 'completed',
  plan: 'medium',
  duration: 'yearly',
  paymentMethod: 'stripe',
  totalCents: 27_600,
  creditCents: 1_001,
  amountCents: 26_599,
  refundedCents: 7,
  createdAtSeconds: 1_800_000_000,
  completedAtSeconds: 1_800_000_060,
  receiptNumber: 'PR-2027-000001',
  startsAtSeconds: 1_800_000_061,
  endsAtSeconds: 1_831_536_061,
  note: 'Partial payment received',
  sessionId: 'cs_test_1',
};
const PAID_VIEW = {
  id: ID,
  status: 'completed',
  plan: 'medium',
  duration: 'yearly',
  payment_method: 'stripe',
  total: 276,
  credit: 10.01,
  amount: 265.99,
  refunded: 0.07,
  created_at: 1_800_000_000,
  completed_at: 1_800_000_060,
  starts_at: 1_800_000_061,
  ends_at: 1_831_536_061,
  receipt_number: 'PR-2027-000001',
  session_id: 'cs_test_1',
  note: 'Partial payment received',
};

let world: GatewayWorld;
let token: string;
let refusal: DomainError | undefined;
let created: object;

function refuseUnknown({ plan }: { plan: string }): void {
  if (refusal) throw refusal;
  if (plan !== 'medium') throw new DomainError('invalid', 'plan_unknown', 'Plans on sale: basic, medium.');
}

beforeAll(async () => {
  world = await GatewayWorld.start({
    billing: {
      createQuote: (request: CreateQuoteRequest) => {
        refuseUnknown(request);
        return {
          quoteId: QUOTE,
          lines: [
            { kind: 'plan', label: 'Medium, 12 months', amountCents: 27_600 },
            { kind: 'credit', label: 'Unused time', amountCents: -1_001 },
          ],
          totalCents: 27_600,
          creditCents: 1_001,
          dueCents: 26_599,
          expiresAtSeconds: 1_800_001_800,
          startsAtSeconds: 1_800_000_000,
          endsAtSeconds: 1_831_536_000,
          kind: 'upgrade',
          walletBalanceCents: 5,
        };
      },
      createPayment: (request: CreatePaymentRequest) => {
        refuseUnknown(request);
        return created;
      },
      listPayments: () => ({ payments: [PAID], next: ID }),
      getPayment: ({ id }: { id: string }) => {
        if (id === 'cs_of_ben') throw new DomainError('not_found', 'payment_not_found', 'There is no such payment.');
        return { payment: { ...PAID, status: 'pending', completedAtSeconds: 0, startsAtSeconds: 0, endsAtSeconds: 0 } };
      },
    },
  });
  token = await world.token('ann');
}, 30_000);
beforeEach(() => {
  world.asked.length = 0;
  world.services.billing.away = false;
  refusal = undefined;
  created = { paymentId: ID, url: 'https://checkout.example/c/pay/1', message: '' };
});
afterAll(() => world.close());

const ask = (method: string, path: string, body?: unknown) => world.call(method, path, { body, token });
const quote = (body: object) => ask('POST', '/api/payment/quote', body);
const pay = (body: object) => ask('POST', '/api/payment/create-session', body);

describe('a quote', () => {
  it('has its lines, the amount due in dollars, and its end (PAY-14)', async () => {
    const answer = await quote(WISH);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        quote_id: QUOTE,
        kind: 'upgrade',
        lines: [
          { kind: 'plan', label: 'Medium, 12 months', amount: 276 },
          { kind: 'credit', label: 'Unused time', amount: -10.01 },
        ],
        total: 276,
        credit: 10.01,
        due: 265.99,
        starts_at: 1_800_000_000,
        ends_at: 1_831_536_000,
        expires_at: 1_800_001_800,
        wallet_balance: 0.05,
      },
    ]);
    expect(world.lastAsked('createQuote')).toEqual({ accountId: 'ann', ...WISH, extend: false });
  });
});

describe('a payment session', () => {
  it('returns the address where the payer pays (PAY-12)', async () => {
    const answer = await pay(WISH);
    expect([answer.status, answer.body]).toEqual([200, { success: true, url: 'https://checkout.example/c/pay/1' }]);
    const idempotencyHash = expect.objectContaining({ length: 0 });
    const asked = { accountId: 'ann', ...WISH, extend: false, quoteId: '', referralCode: '', idempotencyHash };
    expect(world.lastAsked('createPayment')).toEqual(asked);
  });

  it('passes the hash of an Idempotency-Key on, and marks a replay (API-34)', async () => {
    const keyed = (key: string) =>
      world.call('POST', '/api/payment/create-session', { body: WISH, token, headers: { 'idempotency-key': key } });
    expect((await keyed('mine')).headers.get('idempotency-replayed')).toBeNull();
    const { idempotencyHash } = world.lastAsked('createPayment') as { idempotencyHash: Uint8Array };
    expect(Buffer.from(idempotencyHash)).toEqual(createHash('sha256').update('mine').digest());
    created = { ...created, replayed: true };
    expect((await keyed('mine')).headers.get('idempotency-replayed')).toBe('true');
    expect((await keyed('k'.repeat(256))).body).toMatchObject({ status_code: 400, code: 'idempotency_key_invalid' });
    refusal = new DomainError('conflict', 'idempotency_key_reused', 'Used.');
    expect((await keyed('mine')).body).toMatchObject({
      status_code: 422,
      code: 'idempotency_key_reused',
      detail: 'Used.',
    });
    refusal = new DomainError('conflict', 'idempotency_key_in_use', 'Running.', { retryAfterSeconds: 1 });
    const running = await keyed('mine');
    expect([running.status, running.headers.get('retry-after')]).toEqual([409, '1']);
  });

  it('returns a message when nothing is left to pay', async () => {
    created = { paymentId: ID, url: '', message: 'Payment successful!' };
    const answer = await pay({ ...WISH, paymentMethod: 'wallet' });
    expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Payment successful!' }]);
  });

  it('accepts a quote, a referral code and an extension', async () => {
    await pay({ ...WISH, quote_id: QUOTE, referral_code: 'ABCD2345', extend: true });
    expect(world.lastAsked('createPayment')).toMatchObject({ quoteId: QUOTE, referralCode: 'ABCD2345', extend: true });
  });

  it.each([null, '', 'no code\u0000', 'x'.repeat(200)])(
    'is never stopped by a malformed referral code: %j',
    async (code) => {
      expect((await pay({ ...WISH, referral_code: code, quote_id: null, extend: null })).status).toBe(200);
      expect(world.lastAsked('createPayment')).toMatchObject({ referralCode: '', quoteId: '', extend: false });
    },
  );

  it('answers 404 to a malformed quote id without a call to billing', async () => {
    const answer = await pay({ ...WISH, quote_id: '../1' });
    expect([answer.status, answer.body.code]).toEqual([404, 'quote_unknown']);
    expect(world.lastAsked('createPayment')).toBeUndefined();
  });
});

describe.each(['/api/payment/quote', '/api/payment/create-session'])('%s', (path) => {
  const method = path.endsWith('quote') ? 'createQuote' : 'createPayment';

  it('passes on no amount that the body contains (PAY-50)', async () => {
    const amounts = { amount: 1, amountCents: 1, amount_cents: 1, price: 0.01, due: 0, total: 0, accountId: 'ben' };
    const lies = { ...amounts, months: 12, currency: 'jpy', lines: [], payment_id: ID, kind: 'renewal' };
    expect((await ask('POST', path, { ...WISH, ...lies })).status).toBe(200);
    const usual =
      method === 'createQuote'
        ? {}
        : { quoteId: '', referralCode: '', idempotencyHash: expect.objectContaining({ length: 0 }) };
    expect(world.lastAsked(method)).toEqual({ accountId: 'ann', ...WISH, extend: false, ...usual });
  });

  it.each([
    ['duration', 'weekly', 'monthly, 3months, 6months, yearly'],
    ['paymentMethod', 'paypal', 'stripe, crypto, wallet'],
  ])('an unknown %s is 400 with the allowed values, without a call', async (field, value, allowed) => {
    const answer = await ask('POST', path, { ...WISH, [field]: value });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
    expect(answer.body.detail).toContain(`${field}: must be one of: ${allowed}`);
    expect(world.lastAsked(method)).toBeUndefined();
  });

  it('an unknown plan is 400 with the plans that billing sells', async () => {
    const answer = await ask('POST', path, { ...WISH, plan: 'gold' });
    expect(answer.body).toMatchObject({
      status_code: 400,
      code: 'plan_unknown',
      detail: 'Plans on sale: basic, medium.',
    });
  });

  it.each([
    [{ plan: undefined }, 'missing_parameter'],
    [{ plan: ' ' }, 'missing_parameter'],
    [{ plan: 'x'.repeat(41) }, 'invalid_parameter'],
    [{ plan: ['medium'] }, 'invalid_parameter'],
    [{ duration: null }, 'missing_parameter'],
    [{ duration: 12 }, 'invalid_parameter'],
    [{ paymentMethod: undefined }, 'missing_parameter'],
    [{ extend: 'true' }, 'invalid_parameter'],
  ])('400 for %j', async (change, code) => {
    const answer = await ask('POST', path, { ...WISH, ...change });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(world.lastAsked(method)).toBeUndefined();
  });

  it('repeats each refusal of billing as detail (API-11)', async () => {
    const text = 'Insufficient wallet balance to complete this transaction.';
    for (const [kind, status] of [
      ['invalid', 400],
      ['conflict', 409],
      ['unavailable', 503],
    ] as const) {
      refusal = new DomainError(kind, 'plan_active', text);
      const answer = await ask('POST', path, WISH);
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({
        success: false,
        error: text,
        detail: text,
        status_code: status,
        code: 'plan_active',
        request_id: answer.headers.get('x-request-id'),
        docs_url: expect.stringMatching(/#plan_active$/),
      });
    }
  });

  it('has detail also when no service was called, and while billing is unavailable', async () => {
    const nobody = await world.call('POST', path, { body: WISH });
    expect([nobody.status, nobody.body.detail]).toEqual([401, nobody.body.error]);
    const other = await ask('PATCH', path, WISH);
    expect([other.status, other.body.detail]).toEqual([405, other.body.error]);
    world.services.billing.away = true;
    const away = await ask('POST', path, WISH);
    expect([away.status, away.body.code, away.body.detail]).toEqual([503, 'service_unavailable', away.body.error]);
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the payments', () => {
  it('are listed by pages, in dollars and unix seconds (PAY-23)', async () => {
    const answer = await ask('GET', `/api/payment/history?after=${ID}&limit=1`);
    expect([answer.status, answer.body]).toEqual([200, { success: true, history: [PAID_VIEW], next: ID }]);
    expect(world.lastAsked('listPayments')).toEqual({ accountId: 'ann', after: ID, limit: 1 });
    await ask('GET', '/api/payment/history');
    expect(world.lastAsked('listPayments')).toEqual({ accountId: 'ann', after: '', limit: 50 });
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'after=x', `after=${ID}&after=${ID}`])('400: %s', async (query) => {
    expect((await ask('GET', `/api/payment/history?${query}`)).status).toBe(400);
  });

  it('are found by the id of the checkout, with null for values that do not exist yet (PAY-51)', async () => {
    const answer = await ask('GET', '/api/payment/session/cs_test_1');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        payment: { ...PAID_VIEW, status: 'pending', completed_at: null, starts_at: null, ends_at: null },
      },
    ]);
    expect(world.lastAsked('getPayment')).toEqual({ accountId: 'ann', id: 'cs_test_1' });
  });

  it.each(['cs_of_ben', '%3Cscript%3E', 'a%20b', 'x'.repeat(256)])('are 404 for an unknown id: %s', async (id) => {
    const answer = await ask('GET', `/api/payment/session/${id}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'payment_not_found']);
  });

  it.each(['history', `session/${ID}`])('are 503 while billing is unavailable: %s', async (path) => {
    world.services.billing.away = true;
    expect((await ask('GET', `/api/payment/${path}`)).status).toBe(503);
  });
});
