import { DomainError } from '@precis/runtime/domain-error';
import { createHash } from 'node:crypto';
import { ID, USER } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';

const HOSTILE = `<script>alert("1")</script>' & co`;
const ESCAPED = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; &amp; co';

let world: GatewayWorld;
let token: string;
let user: () => object;
let receipt: object;

beforeAll(async () => {
  world = await GatewayWorld.start({
    auth: { getUser: () => user() },
    billing: {
      getReceipt: ({ accountId }: { accountId: string }) => {
        if (accountId !== 'ann') throw new DomainError('not_found', 'receipt_not_found', 'There is no such receipt.');
        return receipt;
      },
    },
  });
  token = await world.token('ann');
}, 30_000);
beforeEach(() => {
  user = () => ({ user: { ...USER, name: HOSTILE } });
  receipt = {
    number: 'PR-2027-000001',
    issuedAtSeconds: 1_800_000_000,
    lines: [
      { kind: 'plan', label: `Medium ${HOSTILE}`, amountCents: 123_456 },
      { kind: 'credit', label: 'Unused time', amountCents: -1_005 },
    ],
    paidCents: 122_451,
    refundedCents: 0,
    paymentMethod: 'stripe',
    plan: 'medium',
    startsAtSeconds: 1_800_000_000,
    endsAtSeconds: 1_831_536_000,
    seller: ['Precis Ltd <seller>', '1 High Street', 'VAT GB000'],
  };
});
afterAll(() => world.close());

const page = () => world.call('GET', `/api/payment/receipt/${ID}`, { token });

describe('a receipt (PAY-54)', () => {
  it('is a whole page with number, seller, customer, lines, sum, method and term', async () => {
    const { status, headers, text } = await page();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/);
    const shown = text.replace(/<style>[\s\S]*<\/style>/, '').replace(/\s+/g, ' ');
    for (const part of [
      '<title>Receipt PR-2027-000001: Precis</title>',
      'Issued on January 15, 2027',
      'Precis Ltd &lt;seller&gt;<br />1 High Street<br />VAT GB000',
      `${ESCAPED}<br />ann@customer.example`,
      `<td>Medium ${ESCAPED}</td><td>$1,234.56</td>`,
      '<td>Unused time</td><td>-$10.05</td>',
      '<td>$1,224.51</td>',
      'Credit card',
      'Term: January 15, 2027 to January 15, 2028 (UTC)',
    ])
      expect(shown).toContain(part);
    expect(shown).not.toContain('Refunded');
    expect(shown).not.toContain('{{');
    expect(world.lastAsked('getReceipt')).toEqual({ accountId: 'ann', paymentId: ID });
  });

  it('names the statement of the last month that was closed before it, with its head (STAT-4)', async () => {
    expect((await page()).text).not.toContain('Usage statement');
    const usage = { month: '2026-11', used: 41, lines: 43, head: 'a1'.repeat(32), account: '3f'.repeat(16) };
    receipt = { ...receipt, usage };
    const shown = (await page()).text;
    expect(shown).toContain('Usage statement of November 2026: 41 videos in 43 lines');
    expect(shown).toContain(`Account ${usage.account}<br />Head ${usage.head}`);
  });

  it('runs, loads and sends nothing: only its own style is allowed, by its hash', async () => {
    const { headers, text } = await page();
    const [, style] = /<style>([\s\S]*)<\/style>/.exec(text)!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<script|\son\w+=|style=|src=|href=|url\(/i);
  });

  it('shows refunds', async () => {
    receipt = { ...receipt, refundedCents: 5 };
    expect((await page()).text).toMatch(/Refunded<\/th><td>\$0\.05</);
  });

  it('shows no name when auth has erased the account', async () => {
    user = () => {
      throw new DomainError('not_found', 'account_not_found', 'The account does not exist.');
    };
    const { status, text } = await page();
    expect(status).toBe(200);
    expect(text).not.toContain('Customer');
  });

  it('is 503 while auth is unavailable, never a page without names', async () => {
    user = () => {
      throw new DomainError('unavailable', 'database_unavailable', 'Please try again.');
    };
    expect((await page()).status).toBe(503);
  });

  it("404 for another account's receipt, and for a malformed id, without a call", async () => {
    const other = await world.call('GET', `/api/payment/receipt/${ID}`, { token: await world.token('ben') });
    expect([other.status, other.body.code]).toEqual([404, 'receipt_not_found']);
    world.asked.length = 0;
    const { status, headers } = await world.call('GET', '/api/payment/receipt/..%2F1', { token });
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    expect(world.lastAsked('getReceipt')).toBeUndefined();
  });

  it('an API key is 403, no credential is 401', async () => {
    expect((await world.call('GET', `/api/payment/receipt/${ID}`, { key: 'prc_ann' })).status).toBe(403);
    expect((await world.call('GET', `/api/payment/receipt/${ID}`)).status).toBe(401);
  });
});
