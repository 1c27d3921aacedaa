import type { CloseAccountRequest } from '@precis/proto/auth/v1/auth';
import { DomainError } from '@precis/runtime/domain-error';
import { HOUR_MS, ID, paymentOf, USER, VIEW, walletEntryOf } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';

let world: GatewayWorld;
let token: string;
let term: object;

beforeAll(async () => {
  world = await GatewayWorld.start(
    {
      auth: {
        updateProfile: () => ({ user: USER }),
        listActivity: () => ({
          entries: [{ id: ID, atMs: 0, kind: 'login', by: 'owner', client: 'c', address: '192.0.2.1' }],
          more: true,
        }),
        exportAccount: () => ({ json: '{"email":"ann@customer.example"}' }),
        closeAccount: ({ password }: CloseAccountRequest) => {
          if (password !== 'right') throw new DomainError('invalid', 'password_wrong', 'The password is wrong.');
          return { erasedAtMs: HOUR_MS };
        },
      },
      billing: {
        getSubscription: () => term,
        listPayments: ({ after }: { after: string }) =>
          after === ''
            ? { payments: [paymentOf({ id: 'p2', amountCents: 2_900 })], next: ID }
            : { payments: [paymentOf({ id: 'p1' })] },
        listWalletEntries: ({ beforeSequence, limit }: { beforeSequence: number; limit: number }) => {
          const newest = beforeSequence === 0 ? 150 : beforeSequence - 1;
          const sequences = Array.from({ length: Math.min(limit, newest) }, (_, index) => newest - index);
          return { entries: sequences.map((sequence) => walletEntryOf({ sequence, amountCents: 5 })) };
        },
      },
      referrals: {
        listCommissions: ({ after }: { after: string }) => ({
          // A page that leads to itself must not be asked for ever.
          commissions: [
            {
              id: after || 'first',
              createdAtSeconds: 0,
              referredId: 'ben',
              amountCents: 435,
              percentage: 15,
              status: 'completed',
            },
          ],
          next: ID,
        }),
      },
      usage: {
        getDetails: ({ month }: { month: string }) => ({
          month,
          days: [
            {
              date: `${month}-01`,
              logs: [{ atMs: 0, endpoint: '/api/youtube/summarize', client: 'curl', title: 'How locks work' }],
            },
          ],
        }),
        listSummaries: ({ cursor }: { cursor: string }) => ({
          summaries: [{ callId: cursor || 'newest', atMs: 0, client: 'curl', resultRef: 'secret-ref' }],
          next: cursor === '' ? 'older' : '',
        }),
      },
      notifications: {
        getPreferences: () => ({ preferences: { tips: true, usageAlerts: false, planReminders: true } }),
        setPreferences: ({ preferences }: { preferences: object }) => ({ preferences }),
        unsubscribe: () => ({ topic: 'tips' }),
      },
    },
    {},
    { clock: { now: () => new Date(Date.UTC(2026, 2, 31, 12)) } as never },
  );
  token = await world.token('ann');
}, 30_000);
beforeEach(() => {
  term = { plan: 'medium', isActive: true, videoLimit: 500, endDateSeconds: 1_800_000_000, remainingDays: 3 };
  world.asked.length = 0;
});
afterEach(() => Object.values(world.services).forEach((service) => (service.away = false)));
afterAll(() => world.close());

const ask = (method: string, path: string, body?: unknown, credential: object = { token }) =>
  world.call(method, path, { body, ...credential });

describe('the profile', () => {
  it('answers the user twice, with the address that waits', async () => {
    const answer = await ask('PUT', '/api/user/profile', { name: 'Ann', email: 'new@customer.example' });
    expect(answer.body).toEqual({ success: true, user: VIEW, data: VIEW });
    expect(world.lastAsked('updateProfile')).toMatchObject({ accountId: 'ann', currentPassword: '' });
  });
});

describe('the activity', () => {
  it('comes by pages', async () => {
    expect((await ask('GET', `/api/user/activity?before=${ID}&limit=100`)).body).toEqual({
      success: true,
      activity: [
        { id: ID, at: '1970-01-01T00:00:00.000Z', kind: 'login', by: 'owner', client: 'c', address: '192.0.2.1' },
      ],
      more: true,
    });
    expect(world.lastAsked('listActivity')).toEqual({ accountId: 'ann', before: ID, limit: 100 });
    await ask('GET', '/api/user/activity?before=&limit=');
    expect(world.lastAsked('listActivity')).toEqual({ accountId: 'ann', before: '', limit: 50 });
  });

  it.each(['limit=0', 'limit=101', 'limit=1.5', 'limit=1&limit=2', 'before=x', `before=${ID}&before=${ID}`])(
    '400: %s',
    async (query) => void expect((await ask('GET', `/api/user/activity?${query}`)).status).toBe(400),
  );
});

describe('the export (ACC-38)', () => {
  it('is a file with every part, and 13 months of calls', async () => {
    const answer = await ask('GET', '/api/user/export');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="precis-export.json"');
    expect(world.lastAsked('exportAccount')).toMatchObject({ visitor: { address: '127.0.0.1' } });
    expect(answer.body).toMatchObject({
      success: true,
      exported_at: '2026-03-31T12:00:00.000Z',
      account: { email: 'ann@customer.example' },
      subscription: { plan: 'medium', is_active: true, videos_per_month: 500, end_date: 1_800_000_000 },
      notifications: { tips: true, usage_alerts: false, plan_reminders: true, referral_news: false },
    });
    const { payments, wallet_entries: entries, commissions } = answer.body;
    expect(payments).toMatchObject([{ id: 'p2', amount: 29 }, { id: 'p1' }]);
    expect(entries.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      Array.from({ length: 150 }, (_, index) => 150 - index),
    );
    expect(entries[0]).toMatchObject({ amount: 0.05 });
    expect(commissions).toMatchObject([{ id: 'first', amount_earned: 4.35 }, { id: ID }]);
    expect(answer.body.summaries).toMatchObject([{ id: 'newest', title: null, client: 'curl' }, { id: 'older' }]);
    expect(answer.text).not.toContain('secret-ref');
    const { usage } = answer.body as { usage: { month: string; count: number; calls: object[] }[] };
    expect(usage.map(({ month }) => month)).toEqual(
      ['2026-03', '2026-02', '2026-01'].concat(
        Array.from({ length: 10 }, (_, index) => `2025-${String(12 - index).padStart(2, '0')}`),
      ),
    );
    expect(usage[0]).toEqual({
      month: '2026-03',
      count: 1,
      calls: [
        {
          time: '1970-01-01T00:00:00.000Z',
          endpoint: '/api/youtube/summarize',
          client: 'curl',
          title: 'How locks work',
        },
      ],
    });
  });

  it.each(['billing', 'usage', 'referrals', 'notifications'] as const)(
    'is 503 and never a half one while %s is away (ACC-58)',
    async (part) => {
      world.services[part].away = true;
      const answer = await ask('GET', '/api/user/export');
      expect([answer.status, answer.body.code]).toEqual([503, 'service_unavailable']);
      expect(answer.text).not.toContain('ann@customer.example');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );

  it('is made once at a time for an account', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('GET', '/api/user/export')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect((await ask('GET', '/api/user/export')).status).toBe(200);
  });
});

describe('closing an account', () => {
  it('tells when it is erased and what is forfeited (ACC-59)', async () => {
    expect((await ask('DELETE', '/api/user/account', { password: 'right' })).body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      erased_at: '1970-01-01T01:00:00.000Z',
      forfeited: { plan: { plan: 'medium', end_date: 1_800_000_000 }, wallet_balance: 12.34 },
    });
    expect(world.lastAsked('closeAccount')).toMatchObject({ accountId: 'ann', sessionId: 'session of ann' });
  });

  it('forfeits no term that ran out, and none of Free', async () => {
    for (const none of [
      { plan: 'medium', isActive: false, endDateSeconds: 1 },
      { plan: 'free', isActive: true },
    ]) {
      term = none;
      const { body } = await ask('DELETE', '/api/user/account', { password: 'right' });
      expect(body.forfeited).toEqual({ plan: null, wallet_balance: 12.34 });
    }
  });

  it('without a body has no password; a wrong one is 400', async () => {
    expect((await ask('DELETE', '/api/user/account')).status).toBe(400);
    expect(world.lastAsked('closeAccount')).toMatchObject({ password: '' });
    expect((await ask('DELETE', '/api/user/account', { password: 'wrong' })).body.code).toBe('password_wrong');
  });

  it('does not happen while billing cannot say what is forfeited', async () => {
    world.services.billing.away = true;
    expect((await ask('DELETE', '/api/user/account', { password: 'right' })).status).toBe(503);
    expect(world.lastAsked('closeAccount')).toBeUndefined();
  });
});

describe('notifications', () => {
  const wanted = { tips: false, usage_alerts: true, plan_reminders: false, referral_news: true };

  it('are read and set', async () => {
    expect((await ask('GET', '/api/user/notifications')).body.preferences).toMatchObject({ tips: true });
    const answer = await ask('PUT', '/api/user/notifications', wanted);
    expect(answer.body).toEqual({ success: true, preferences: wanted });
    expect(world.lastAsked('setPreferences')).toEqual({
      accountId: 'ann',
      preferences: { tips: false, usageAlerts: true, planReminders: false, referralNews: true },
    });
  });

  it.each(['tips', 'referral_news'])(
    '400 when %s is left out or no yes or no: nothing is taken for a no',
    async (name) => {
      for (const value of [undefined, null, 'true', 1])
        expect((await ask('PUT', '/api/user/notifications', { ...wanted, [name]: value })).status).toBe(400);
      expect(world.lastAsked('setPreferences')).toBeUndefined();
    },
  );

  it('are ended by the token of a mail, without a login', async () => {
    const answer = await ask('POST', '/api/notifications/unsubscribe', { token: 't' }, {});
    expect(answer.body).toEqual({ success: true, message: expect.stringMatching(/\S/), topic: 'tips' });
  });
});

describe('the one-click post of a mail program (API-22)', () => {
  const post = (raw: string, type: string, path = '/unsubscribe?token=t') =>
    world.call('POST', path, { raw, headers: { 'content-type': type } });
  const FORM = 'application/x-www-form-urlencoded';
  const multipart = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';

  it.each([
    ['List-Unsubscribe=One-Click', FORM],
    ['List-Unsubscribe=One-Click', `${FORM}; charset=UTF-8`],
    [multipart, 'multipart/form-data; boundary=b'],
  ])('%j as %s ends the mails', async (raw, type) => {
    expect((await post(raw, type)).status).toBe(200);
    expect(world.lastAsked('unsubscribe')).toEqual({ token: 't' });
  });

  it.each([
    ['no body', 400, '', FORM, '?token=t'],
    ['another value', 400, 'List-Unsubscribe=Two', FORM, '?token=t'],
    ['no such part', 400, 'a=b', 'multipart/form-data; boundary=b', '?token=t'],
    ['no token', 400, 'List-Unsubscribe=One-Click', FORM, ''],
    ['an empty token', 400, 'List-Unsubscribe=One-Click', FORM, '?token='],
    ['two tokens', 400, 'List-Unsubscribe=One-Click', FORM, '?token=a&token=b'],
    ['a long body', 413, `List-Unsubscribe=One-Click&x=${'x'.repeat(2_000)}`, FORM, '?token=t'],
    ['JSON', 415, '{"List-Unsubscribe":"One-Click"}', 'application/json', '?token=t'],
    ['text', 415, 'List-Unsubscribe=One-Click', 'text/plain', '?token=t'],
  ])('with %s is %d', async (_what, status, raw, type, query) => {
    expect((await post(raw, type, `/unsubscribe${query}`)).status).toBe(status);
    expect(world.lastAsked('unsubscribe')).toBeUndefined();
  });

  it('is all that a form may be sent to, and opening the link changes nothing', async () => {
    const answer = await post('token=t', FORM, '/api/notifications/unsubscribe');
    expect(answer.status).toBe(415);
    // The page at that address is the web app's, which this gateway does not serve.
    expect((await world.call('GET', '/unsubscribe?token=t')).status).toBe(405);
    expect(world.lastAsked('unsubscribe')).toBeUndefined();
  });
});
