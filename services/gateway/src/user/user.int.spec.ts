import type { CloseAccountRequest } from '@precis/proto/auth/v1/auth';
import { DomainError } from '@precis/runtime/domain-error';
import { HOUR_MS, ID, USER, VIEW } from '../testing/account-answers.js';
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
          entries: [
            {
              id: ID,
              atMs: 60_000,
              kind: 'login',
              by: 'owner',
              client: 'c',
              address: '192.0.2.1',
              times: 3,
              firstAtMs: 1_000,
            },
            {
              id: 'of an older auth',
              atMs: 1,
              kind: 'login',
              by: 'owner',
              client: '',
              address: '',
              times: 0,
              firstAtMs: 0,
            },
          ],
          more: true,
        }),
        closeAccount: ({ password }: CloseAccountRequest) => {
          if (password !== 'right')
            throw new DomainError('invalid', 'current_password_wrong', 'The password is wrong.');
          return { erasedAtMs: HOUR_MS };
        },
      },
      billing: {
        getSubscription: () => term,
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
  it('answers the user twice, with the pending address', async () => {
    const answer = await ask('PUT', '/api/user/profile', { name: 'Ann', email: 'new@customer.example' });
    expect(answer.body).toEqual({ success: true, user: VIEW, data: VIEW });
    expect(world.lastAsked('updateProfile')).toMatchObject({ accountId: 'ann', currentPassword: '' });
  });
});

describe('the activity', () => {
  it('is paged', async () => {
    expect((await ask('GET', `/api/user/activity?before=${ID}&limit=100`)).body).toEqual({
      success: true,
      activity: [
        {
          id: ID,
          at: '1970-01-01T00:01:00.000Z',
          kind: 'login',
          by: 'owner',
          client: 'c',
          address: '192.0.2.1',
          times: 3,
          first_at: '1970-01-01T00:00:01.000Z',
        },
        {
          id: 'of an older auth',
          at: '1970-01-01T00:00:00.001Z',
          kind: 'login',
          by: 'owner',
          client: '',
          address: '',
          times: 1,
          first_at: '1970-01-01T00:00:00.001Z',
        },
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

describe('closing an account', () => {
  it('answers the time of erasure and what is forfeited (ACC-59)', async () => {
    expect((await ask('DELETE', '/api/user/account', { password: 'right' })).body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      erased_at: '1970-01-01T01:00:00.000Z',
      forfeited: { plan: { plan: 'medium', end_date: 1_800_000_000 }, wallet_balance: 12.34 },
    });
    expect(world.lastAsked('closeAccount')).toMatchObject({ accountId: 'ann', sessionId: 'session of ann' });
  });

  it('forfeits neither an expired term nor a Free one', async () => {
    for (const none of [
      { plan: 'medium', isActive: false, endDateSeconds: 1 },
      { plan: 'free', isActive: true },
    ]) {
      term = none;
      const { body } = await ask('DELETE', '/api/user/account', { password: 'right' });
      expect(body.forfeited).toEqual({ plan: null, wallet_balance: 12.34 });
    }
  });

  it('without a body sends no password; a wrong one is 400', async () => {
    expect((await ask('DELETE', '/api/user/account')).status).toBe(400);
    expect(world.lastAsked('closeAccount')).toMatchObject({ password: '' });
    expect((await ask('DELETE', '/api/user/account', { password: 'wrong' })).body.code).toBe('current_password_wrong');
  });

  it('is refused while billing cannot report what is forfeited', async () => {
    world.services.billing.away = true;
    expect((await ask('DELETE', '/api/user/account', { password: 'right' })).status).toBe(503);
    expect(world.lastAsked('closeAccount')).toBeUndefined();
  });
});

describe('notifications', () => {
  const wanted = { tips: false, usage_alerts: true, plan_reminders: false, referral_news: true };

  it('can be read and set', async () => {
    expect((await ask('GET', '/api/user/notifications')).body.preferences).toMatchObject({ tips: true });
    const answer = await ask('PUT', '/api/user/notifications', wanted);
    expect(answer.body).toEqual({ success: true, preferences: wanted });
    expect(world.lastAsked('setPreferences')).toEqual({
      accountId: 'ann',
      preferences: { tips: false, usageAlerts: true, planReminders: false, referralNews: true },
    });
  });

  it.each(['tips', 'referral_news'])(
    'get 400 when %s is missing or not a boolean: a missing field never means no',
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

  it('is the only route for forms, and opening the link changes nothing', async () => {
    const answer = await post('token=t', FORM, '/api/notifications/unsubscribe');
    expect(answer.status).toBe(415);
    // The page at that address is the web app's, which this gateway does not serve.
    expect((await world.call('GET', '/unsubscribe?token=t')).status).toBe(405);
    expect(world.lastAsked('unsubscribe')).toBeUndefined();
  });
});
