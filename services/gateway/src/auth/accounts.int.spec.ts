import { DomainError } from '@precis/runtime/domain-error';
import { HOUR_MS, ID, USER, VIEW } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';

const VISITOR = { client: 'test browser', address: '127.0.0.1', device: 'known-device' };
const COOKIE = '__Host-device=fresh-device; Path=/; Max-Age=31536000; Secure; HttpOnly; SameSite=Strict';

let world: GatewayWorld;
let token: string;
/** Whether the link is one of a change of address: auth then gives no session of its own. */
let ownSession: boolean;
/** When a closed account is erased. */
let erasedAt: Date | undefined;
const unlessClosing = ({ keepAccount }: { keepAccount?: boolean }) => {
  if (erasedAt && !keepAccount) throw new DomainError('conflict', 'account_closing', 'It is closed.', { erasedAt });
  return { sessionToken: 'session', user: USER, device: 'fresh-device' };
};

beforeAll(async () => {
  world = await GatewayWorld.start({
    auth: {
      login: unlessClosing,
      resetPassword: unlessClosing,
      linkGoogle: unlessClosing,
      keepByGoogle: unlessClosing,
      verifyEmail: ({ accountId }: { accountId?: string }) => {
        if (!ownSession) return { sessionToken: 'session', user: USER, device: '' };
        if (accountId !== 'ann') throw new DomainError('forbidden', 'session_required', 'Please log in.');
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
    },
  });
  token = await world.token('ann');
}, 30_000);
beforeEach(() => {
  ownSession = false;
  erasedAt = undefined;
  world.asked.length = 0;
});
afterAll(() => world.close());

const from = { 'user-agent': 'test browser', cookie: 'other=1; __Host-device=known-device' };
const ask = (method: string, path: string, body?: unknown, credential: object = { token }) =>
  world.call(method, path, { body, headers: from, ...credential });

describe('the visitor that the gateway reports to auth (ACC-57)', () => {
  it.each<[string, string, string, object | undefined]>([
    ['login', 'POST', '/api/auth/login', { email: 'e', password: 'p' }],
    [
      'register',
      'POST',
      '/api/auth/register',
      { name: 'Ada', email: 'ada@customer.example', password: 'correct horse' },
    ],
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
  ])('has, for %s, client, address and device cookie', async (rpc, method, path, body) => {
    expect((await ask(method, path, body)).status).toBe(200);
    expect(world.lastAsked(rpc)!.visitor).toEqual(VISITOR);
  });

  it('has headers cut to printable text of 64 characters, and no malformed cookie', async () => {
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

  it('is not set when auth gives none', async () => {
    expect((await ask('POST', '/api/auth/verify-email', { token: 't' })).headers.getSetCookie()).toEqual([]);
  });
});

describe('a closed account (ACC-73)', () => {
  it.each([
    ['/api/auth/login', { email: 'e', password: 'p' }],
    ['/api/auth/reset-password', { token: 't', password: 'secret' }],
    ['/api/auth/google/link', { password: 'p' }],
    ['/api/auth/google/keep', {}],
  ])(
    'answers POST %s with its time of erasure, and with a session when the request has keep_account',
    async (path, body) => {
      erasedAt = new Date('2026-12-02T14:02:00.000Z');
      for (const refused of [body, { ...body, keep_account: false }, { ...body, keep_account: null }]) {
        const answer = await ask('POST', path, refused, {});
        expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([
          409,
          {
            success: false,
            error: 'It is closed.',
            status_code: 409,
            code: 'account_closing',
            request_id: expect.any(String),
            docs_url: expect.stringMatching(/#account_closing$/),
            erased_at: '2026-12-02T14:02:00.000Z',
          },
          [],
        ]);
      }
      expect((await ask('POST', path, { ...body, keep_account: 'yes' }, {})).status).toBe(400);
      const kept = await ask('POST', path, { ...body, keep_account: true }, {});
      expect([kept.status, kept.body]).toEqual([200, { success: true, token: 'session', user: VIEW }]);
    },
  );
});

describe('passwords', () => {
  it('that are forgotten get the same answer for every address', async () => {
    const answer = await ask('POST', '/api/auth/forgot-password', { email: 'nobody@customer.example' }, {});
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: 'Password reset email sent! It arrives if an account has this address.' },
    ]);
  });

  it('are reset by a link: the answer has a session and the user, without suspension and end', async () => {
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

  it('works with a session of its account, which stays valid: the answer has its token (ACC-55)', async () => {
    const answer = await verify({ token });
    expect([answer.status, answer.body.token]).toEqual([200, token]);
    expect(world.lastAsked('verifyEmail')).toMatchObject({
      accountId: 'ann',
      token: 't',
      sessionId: expect.any(String),
    });
  });

  it('gets 403 without such a session: a bad, ended or suspended one and an API key are treated as absent', async () => {
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
      expect([answer.status, answer.body.code]).toEqual([403, 'session_required']);
      expect(world.lastAsked('verifyEmail')).not.toHaveProperty('accountId', expect.any(String));
    }
  });

  it('does not accept a session in the x-api-key header', async () => {
    expect((await verify({ key: token })).status).toBe(403);
  });
});

describe('sessions', () => {
  it('are listed, and the calling one is marked', async () => {
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
    'a malformed id is 404, and auth is not asked: %s',
    async (id) => {
      const answer = await ask('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'session_not_found']);
      expect(world.lastAsked('endSession')).toBeUndefined();
    },
  );
});
