import { DomainError } from '@precis/runtime/domain-error';
import type { ErrorKind } from '@precis/runtime/domain-error';
import { USER, VIEW } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';

const TRANSACTION = 't'.repeat(43);
const COOKIE = `__Host-oauth_tx=${TRANSACTION}`;
const HANDOFF = `${Buffer.from('{"alg":"EdDSA","typ":"handoff+jwt"}').toString('base64url')}.e30.AAAA`;
const QUERY = '?state=a-state&code=a-code&iss=https%3A%2F%2Faccounts.google.com&scope=openid';

let world: GatewayWorld;
/** The error that auth answers with, if any. */
let refusal: Error | undefined;

beforeAll(async () => {
  const orRefuse = (answer: object) => () => {
    if (refusal) throw refusal;
    return answer;
  };
  world = await GatewayWorld.start(
    {
      auth: {
        beginGoogle: orRefuse({ url: 'https://accounts.google.com/auth?x=1', transaction: TRANSACTION }),
        finishGoogle: orRefuse({ handoffToken: HANDOFF, device: 'fresh-device' }),
        redeemHandoff: orRefuse({ sessionToken: 'the session', user: USER }),
      },
    },
    { PUBLIC_URL: 'https://precis.example' },
  );
}, 30_000);
beforeEach(() => {
  refusal = undefined;
  world.asked.length = 0;
});
afterAll(() => world.close());

const visit = (path: string, headers: Record<string, string> = { cookie: COOKIE }) =>
  world.call('GET', path, { headers });

describe('a browser on its way to Google and back', () => {
  it('is redirected to Google with the cookie of its sign-in, and the redirect is not cached', async () => {
    const { status, headers, text } = await visit('/api/auth/google', {});
    expect([status, text, headers.get('location')]).toEqual([302, '', 'https://accounts.google.com/auth?x=1']);
    expect(headers.getSetCookie()).toEqual([`${COOKIE}; Path=/; Max-Age=600; Secure; HttpOnly; SameSite=Lax`]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('returns with the query of Google and its cookie, which lasts as long as the token in the address', async () => {
    const { status, headers } = await visit(`/api/auth/google/callback${QUERY}`);
    expect([status, headers.get('location')]).toEqual([302, `https://precis.example/auth/callback?token=${HANDOFF}`]);
    expect(headers.getSetCookie()).toEqual([
      '__Host-device=fresh-device; Path=/; Max-Age=31536000; Secure; HttpOnly; SameSite=Strict',
      `${COOKIE}; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax`,
    ]);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    expect(world.lastAsked('finishGoogle')).toMatchObject({
      state: 'a-state',
      code: 'a-code',
      error: '',
      issuer: 'https://accounts.google.com',
      transaction: TRANSACTION,
      visitor: { address: '127.0.0.1' },
    });
  });

  it.each<[ErrorKind, DomainError['code'], string]>([
    ['invalid', 'google_state_invalid', 'google_state_invalid'],
    ['invalid', 'google_denied', 'google_denied'],
    ['invalid', 'google_refused', 'google_refused'],
    ['forbidden', 'google_email_unverified', 'google_email_unverified'],
    ['forbidden', 'account_suspended', 'account_suspended'],
    ['unavailable', 'google_unavailable', 'google_unavailable'],
    ['not_found', 'google_not_configured', 'google_not_configured'],
    ['unavailable', 'database_unavailable', 'sign_in_failed'],
    ['unauthenticated', 'caller_unknown', 'sign_in_failed'],
  ])('is sent to our page with one of our codes when auth refuses: %s %s -> %s', async (kind, code, shown) => {
    refusal = new DomainError(kind, code, 'A text that no address carries.');
    for (const path of ['/api/auth/google', `/api/auth/google/callback${QUERY}`]) {
      const { status, headers } = await visit(path);
      const location = `https://precis.example/auth/callback?error=${shown}`;
      expect([status, headers.get('location')]).toEqual([302, location]);
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  it.each<[ErrorKind, DomainError['code']]>([
    ['forbidden', 'google_password_needed'],
    ['conflict', 'account_closing'],
  ])('keeps its cookie while the sign-in waits for the user: %s %s', async (kind, code) => {
    refusal = new DomainError(kind, code, 'A text that no address carries.');
    const { headers } = await visit(`/api/auth/google/callback${QUERY}`);
    expect(headers.get('location')).toBe(`https://precis.example/auth/callback?error=${code}`);
    expect(headers.getSetCookie()).toEqual([`${COOKIE}; Path=/; Max-Age=600; Secure; HttpOnly; SameSite=Lax`]);
  });

  it.each(['?state=a&state=b&code=c&code=d', `?state=${'x'.repeat(2_049)}&code=${'y'.repeat(2_049)}`, ''])(
    'treats a repeated, overlong or missing value as absent: %#',
    async (query) => {
      await visit(`/api/auth/google/callback${query}`);
      expect(world.lastAsked('finishGoogle')).toMatchObject({ state: '', code: '', error: '', issuer: '' });
    },
  );

  it.each([undefined, '__Host-oauth_tx=a; __Host-oauth_tx=b', 'oauth_tx=a', '__host-oauth_tx=a'])(
    'has no sign-in without exactly one valid cookie: %s',
    async (cookie) => {
      await visit(`/api/auth/google/callback${QUERY}`, cookie === undefined ? {} : { cookie });
      expect(world.lastAsked('finishGoogle')).toMatchObject({ transaction: '' });
    },
  );

  it('counts against the login limit of its address', async () => {
    const strict = await world.startGateway({ THROTTLE_LOGIN_PER_HOUR: 1, THROTTLE_LOOPBACK_FACTOR: 1 });
    try {
      expect((await world.call('GET', '/api/auth/google', {}, strict)).status).toBe(302);
      const { status, body } = await world.call('GET', `/api/auth/google/callback${QUERY}`, {}, strict);
      expect([status, body.code]).toEqual([429, 'throttled']);
    } finally {
      await strict.close();
    }
  });
});

describe('a handoff token', () => {
  it('is redeemed by /me with the cookie, and the answer has the user and the session', async () => {
    const { status, body, headers } = await world.call('GET', '/api/auth/me', {
      token: HANDOFF,
      headers: { cookie: COOKIE },
    });
    expect([status, body, headers.get('x-session-token')]).toEqual([
      200,
      { success: true, user: VIEW, data: VIEW },
      'the session',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(world.lastAsked('redeemHandoff')).toEqual({ handoffToken: HANDOFF, transaction: TRANSACTION });
    expect(world.lastAsked('getUser')).toBeUndefined();
  });

  it('gets 401 when auth refuses it, and 503 while auth is unavailable', async () => {
    refusal = new DomainError('unauthenticated', 'handoff_invalid', 'This sign-in has expired.');
    const refused = await world.call('GET', '/api/auth/me', { token: HANDOFF });
    expect([refused.status, refused.body.code, refused.headers.get('x-session-token')]).toEqual([
      401,
      'handoff_invalid',
      null,
    ]);
    refusal = new DomainError('unavailable', 'database_unavailable', 'Please try again.');
    expect((await world.call('GET', '/api/auth/me', { token: HANDOFF, headers: { cookie: COOKIE } })).status).toBe(503);
  });

  it.each([
    ['GET', '/api/usage/summary'],
    ['GET', '/api/auth/sessions'],
    ['POST', '/api/auth/logout'],
    ['POST', '/api/api-key/generate'],
  ])('is valid nowhere else: %s %s is 401, and auth is not asked', async (method, path) => {
    const { status } = await world.call(method, path, { token: HANDOFF, headers: { cookie: COOKIE } });
    expect(status).toBe(401);
    expect(world.lastAsked('redeemHandoff')).toBeUndefined();
  });

  it('is not looked up when /me gets a session, which it accepts as usual', async () => {
    const token = await world.token('ann');
    const { headers } = await world.call('GET', '/api/auth/me', { token, headers: { cookie: COOKIE } });
    expect([headers.get('x-session-token'), world.lastAsked('redeemHandoff')]).toEqual([null, undefined]);
    expect(world.lastAsked('getUser')).toEqual({ accountId: 'ann' });
  });
});
