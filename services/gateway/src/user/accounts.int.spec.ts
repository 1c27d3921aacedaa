import type { CloseAccountRequest } from '@precis/proto/auth/v1/auth';
import { DomainError } from '@precis/runtime/domain-error';
import { GatewayWorld } from '../testing/gateway-world.js';

const HOUR_MS = 3_600_000;
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const USER = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@customer.example',
  emailVerified: true,
  hasPassword: true,
  apiKey: '',
  apiKeyLastUsedMs: 0,
  apiKeyLastClient: '',
  pendingEmail: 'new@customer.example',
  googleLinked: true,
  suspended: true,
  erasedAtMs: 5,
  createdAtMs: 0,
};
const VIEW = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@customer.example',
  email_verified: true,
  has_password: true,
  wallet_balance: null,
  api_key_last_used: null,
  pending_email: 'new@customer.example',
  google_linked: true,
  created_at: '1970-01-01T00:00:00.000Z',
};
const VISITOR = { client: 'test browser', address: '127.0.0.1', device: 'known-device' };
const COOKIE = '__Host-device=fresh-device; Path=/; Max-Age=31536000; Secure; HttpOnly; SameSite=Strict';

let world: GatewayWorld;
let token: string;
/** Answered by auth instead of a session of its own after a link. */
let ownSession: boolean;
let term: object;

beforeAll(async () => {
  world = await GatewayWorld.start(
    {
      auth: {
        login: () => ({ sessionToken: 'session', user: USER, device: 'fresh-device' }),
        resetPassword: () => ({ sessionToken: 'session', user: USER, device: 'fresh-device' }),
        verifyEmail: ({ accountId }: { accountId?: string }) => {
          if (!ownSession) return { sessionToken: 'session', user: USER, device: '' };
          if (accountId !== 'ann') throw new DomainError('forbidden', 'session_needed', 'Please log in.');
          return { sessionToken: '', user: USER, device: '' };
        },
        updateProfile: () => ({ user: USER }),
        listSessions: () => ({
          sessions: [
            { id: 'session of ann', createdAtMs: 0, expiresAtMs: HOUR_MS, client: 'c', address: '192.0.2.1' },
            { id: ID, createdAtMs: 0, expiresAtMs: HOUR_MS, client: '', address: '' },
          ],
        }),
        endSessions: () => ({ ended: 2 }),
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
      billing: { getSubscription: () => term },
      usage: {
        getDetails: ({ month }: { month: string }) => ({
          month,
          days: [{ date: `${month}-01`, logs: [{ atMs: 0, endpoint: '/api/youtube/summarize' }] }],
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
  ownSession = false;
  term = { plan: 'medium', isActive: true, videoLimit: 500, endDateSeconds: 1_800_000_000, remainingDays: 3 };
  world.asked.length = 0;
});
afterEach(() => Object.values(world.services).forEach((service) => (service.away = false)));
afterAll(() => world.close());

const from = { 'user-agent': 'test browser', cookie: 'other=1; __Host-device=known-device' };
const ask = (method: string, path: string, body?: unknown, credential: object = { token }) =>
  world.call(method, path, { body, headers: from, ...credential });

describe('what auth learns of the visitor (ACC-57)', () => {
  it.each<[string, string, string, object | undefined]>([
    ['login', 'POST', '/api/auth/login', { email: 'e', password: 'p' }],
    ['verifyEmail', 'POST', '/api/auth/verify-email', { token: 't' }],
    ['forgotPassword', 'POST', '/api/auth/forgot-password', { email: 'e' }],
    ['resetPassword', 'POST', '/api/auth/reset-password', { token: 't', password: 'secret' }],
    ['updatePassword', 'PUT', '/api/auth/update-password', { newPassword: 'secret' }],
    ['updateProfile', 'PUT', '/api/user/profile', { name: 'n', email: 'e' }],
    ['endSession', 'DELETE', `/api/auth/sessions/${ID}`, undefined],
    ['endSessions', 'DELETE', '/api/auth/sessions', undefined],
    ['generateKey', 'POST', '/api/api-key/generate', undefined],
    ['rotateKey', 'POST', '/api/api-key/rotate', {}],
    ['revokeKey', 'PUT', '/api/api-key/revoke', undefined],
    ['closeAccount', 'DELETE', '/api/user/account', { password: 'right' }],
  ])('%s: client, address and the cookie of the device', async (rpc, method, path, body) => {
    expect((await ask(method, path, body)).status).toBe(200);
    expect(world.lastAsked(rpc)!.visitor).toEqual(VISITOR);
  });

  it('is what stands in the headers cut to what can be shown, and no cookie that is malformed', async () => {
    const headers = { 'user-agent': `${'x'.repeat(500)}`, cookie: '__Host-device=a; __Host-device=b' };
    await world.call('POST', '/api/auth/login', { body: { email: 'e', password: 'p' }, headers });
    expect(world.lastAsked('login')!.visitor).toEqual({ client: 'x'.repeat(64), address: '127.0.0.1', device: '' });
  });
});

describe('the cookie of a device that logged in (ACC-56)', () => {
  it.each([
    ['/api/auth/login', { email: 'e', password: 'p' }],
    ['/api/auth/reset-password', { token: 't', password: 'secret' }],
  ])('comes with POST %s', async (path, body) => {
    expect((await ask('POST', path, body)).headers.getSetCookie()).toEqual([COOKIE]);
  });

  it('does not come when auth has none to give', async () => {
    expect((await ask('POST', '/api/auth/verify-email', { token: 't' })).headers.getSetCookie()).toEqual([]);
  });
});

describe('passwords', () => {
  it('forgotten answer the same for every address', async () => {
    const answer = await ask('POST', '/api/auth/forgot-password', { email: 'nobody@customer.example' }, {});
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: 'Password reset email sent! It arrives if an account has this address.' },
    ]);
  });

  it('are reset by a link: a session and the user, whose suspension and end are not shown', async () => {
    const answer = await ask('POST', '/api/auth/reset-password', { token: 't', password: 'secret' }, {});
    expect(answer.body).toEqual({ success: true, token: 'session', user: VIEW });
  });

  it.each([[undefined], [null], ['']])('are changed without a current one when it is %j', async (currentPassword) => {
    const answer = await ask('PUT', '/api/auth/update-password', { currentPassword, newPassword: 'secret' });
    expect(answer.body).toEqual({ success: true, message: 'Password updated successfully!' });
    expect(world.lastAsked('updatePassword')).toMatchObject({
      accountId: 'ann',
      sessionId: 'session of ann',
      currentPassword: '',
      newPassword: 'secret',
    });
  });
});

describe('the link of a change of address', () => {
  beforeEach(() => void (ownSession = true));
  const verify = (credential: object) => ask('POST', '/api/auth/verify-email', { token: 't' }, credential);

  it('counts with the session of its account, which goes on: its own token is answered (ACC-55)', async () => {
    const answer = await verify({ token });
    expect([answer.status, answer.body.token]).toEqual([200, token]);
    expect(world.lastAsked('verifyEmail')).toMatchObject({ accountId: 'ann', token: 't' });
  });

  it('is 403 without one: a bad, an ended or a suspended session and an API key count as none', async () => {
    const bad = [
      {},
      { token: 'nonsense' },
      { token: await world.token('over') },
      { token: await world.token('suspended') },
      { token: 'x'.repeat(5_000) },
      { key: 'prc_ann' },
      { token: 'prc_ann' },
    ];
    for (const credential of bad) {
      const answer = await verify(credential);
      expect([answer.status, answer.body.code]).toEqual([403, 'session_needed']);
      expect(world.lastAsked('verifyEmail')).not.toHaveProperty('accountId', expect.any(String));
    }
  });

  it('is open to nobody by the x-api-key header or a session in it', async () => {
    expect((await verify({ key: token })).status).toBe(403);
  });
});

describe('the profile', () => {
  it('answers the user twice, with the address that waits', async () => {
    const answer = await ask('PUT', '/api/user/profile', { name: 'Ann', email: 'new@customer.example' });
    expect(answer.body).toEqual({ success: true, user: VIEW, data: VIEW });
    expect(world.lastAsked('updateProfile')).toMatchObject({ accountId: 'ann', currentPassword: '' });
  });
});

describe('sessions', () => {
  it('are listed, and which one asks', async () => {
    const { body } = await ask('GET', '/api/auth/sessions');
    expect(body.sessions).toEqual([
      {
        id: 'session of ann',
        created_at: '1970-01-01T00:00:00.000Z',
        expires_at: '1970-01-01T01:00:00.000Z',
        client: 'c',
        address: '192.0.2.1',
        current: true,
      },
      expect.objectContaining({ id: ID, current: false }),
    ]);
  });

  it.each([
    ['', 'session of ann'],
    ['?all=', 'session of ann'],
    ['?all=false', 'session of ann'],
    ['?all=true', ''],
  ])('end together: DELETE /api/auth/sessions%s spares %j', async (query, exceptSessionId) => {
    expect((await ask('DELETE', `/api/auth/sessions${query}`)).body).toMatchObject({ success: true, ended: 2 });
    expect(world.lastAsked('endSessions')).toMatchObject({ accountId: 'ann', exceptSessionId });
  });

  it.each(['nonsense', ID.toUpperCase(), `${ID}x`, '%00', "'; DROP TABLE sessions; --"])(
    '404 for an id that is none, and auth is not asked: %s',
    async (id) => {
      const answer = await ask('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'session_not_found']);
      expect(world.lastAsked('endSession')).toBeUndefined();
    },
  );
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
    expect(answer.body).toMatchObject({
      success: true,
      exported_at: '2026-03-31T12:00:00.000Z',
      account: { email: 'ann@customer.example' },
      subscription: { plan: 'medium', is_active: true, videos_per_month: 500, end_date: 1_800_000_000 },
      notifications: { tips: true, usage_alerts: false, plan_reminders: true, referral_news: false },
    });
    const { usage } = answer.body as { usage: { month: string; count: number; calls: object[] }[] };
    expect(usage.map(({ month }) => month)).toEqual(
      ['2026-03', '2026-02', '2026-01'].concat(
        Array.from({ length: 10 }, (_, index) => `2025-${String(12 - index).padStart(2, '0')}`),
      ),
    );
    expect(usage[0]).toEqual({
      month: '2026-03',
      count: 1,
      calls: [{ time: '1970-01-01T00:00:00.000Z', endpoint: '/api/youtube/summarize' }],
    });
  });

  it.each(['billing', 'usage', 'notifications'] as const)(
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
      forfeited: { plan: { plan: 'medium', end_date: 1_800_000_000 }, wallet_balance: null },
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
      expect(body.forfeited).toEqual({ plan: null, wallet_balance: null });
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
    expect((await world.call('GET', '/unsubscribe?token=t')).status).toBe(200);
    expect(world.lastAsked('unsubscribe')).toBeUndefined();
  });
});
