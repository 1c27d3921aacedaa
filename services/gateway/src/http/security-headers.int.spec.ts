import { GatewayWorld } from '../testing/gateway-world.js';

const APP = 'https://app.example';
const STRANGER = 'https://evil.example';
const SUMMARISE = '/api/youtube/summarize';
const ME = '/api/auth/me';

let plain: GatewayWorld;
let secure: GatewayWorld;
beforeAll(async () => {
  plain = await GatewayWorld.start();
  secure = await GatewayWorld.start(
    {},
    { PUBLIC_URL: 'https://precis.example', CORS_ORIGINS: `${APP}, http://localhost:5173` },
  );
}, 30_000);
afterAll(() => Promise.all([plain?.close(), secure?.close()]));

describe('security headers (API-20)', () => {
  it.each(['/', '/healthz', '/api/info', ME, '/nowhere', '/api/nowhere'])(
    '%s cannot be sniffed, framed, cached or opened by another site, and gets no unneeded permission',
    async (path) => {
      const { headers } = await plain.call('GET', path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\)/),
        'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'$/),
      });
    },
  );

  it('a response opened as a page loads and runs nothing', async () => {
    for (const path of ['/', '/healthz', '/api/info', ME, '/api/nowhere'])
      expect((await plain.call('GET', path)).headers.get('content-security-policy')).not.toMatch(
        /self|unsafe|https?:|\*/,
      );
  });

  it('no page is served without a site', async () => {
    for (const path of ['/', '/login', '/verify-email?token=x'])
      expect((await plain.call('GET', path, { headers: { accept: 'text/html' } })).status).toBe(404);
  });

  it('HSTS is set for a year, and only where clients use https', async () => {
    for (const path of ['/', ME, '/nowhere']) {
      expect((await secure.call('GET', path)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      );
      expect((await plain.call('GET', path)).headers.get('strict-transport-security')).toBeNull();
    }
  });
});

describe('pages of other sites (API-21)', () => {
  const preflight = (world: GatewayWorld, path: string, method: string, origin: string) =>
    world.call('OPTIONS', path, {
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'x-api-key' },
    });
  const from = (origin: string) => ({ headers: { origin } });
  const corsOf = (headers: Headers) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

  it('may call the routes of an API key from any origin, and read limits and refusals', async () => {
    for (const [method, path, status] of [
      ['POST', SUMMARISE, 401],
      ['POST', '/api/youtube/info', 401],
      ['GET', '/api/usage/summary', 401],
      ['GET', SUMMARISE, 405],
    ] as const) {
      const answer = await plain.call(method, path, from(STRANGER));
      expect(answer.status).toBe(status);
      expect(corsOf(answer.headers)).toEqual({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringMatching(/retry-after.*x-ratelimit-remaining.*x-request-id/),
      });
    }
    const asked = await preflight(plain, SUMMARISE, 'POST', STRANGER);
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'OPTIONS, POST']);
    expect(corsOf(asked.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringMatching(/content-type.*idempotency-key.*x-api-key/),
      'access-control-max-age': '600',
    });
  });

  it('may request a job, and read its address (SUM-13)', async () => {
    const { headers } = await preflight(plain, SUMMARISE, 'POST', STRANGER);
    expect(headers.get('access-control-allow-headers')?.split(', ')).toContain('prefer');
    const answer = await plain.call('POST', SUMMARISE, from(STRANGER));
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['location', 'preference-applied']));
  });

  it('may never send cookies', async () => {
    for (const world of [plain, secure])
      for (const path of [SUMMARISE, ME])
        for (const answer of [await preflight(world, path, 'GET', APP), await world.call('GET', path, from(APP))])
          expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each([ME, '/api/auth/login', '/api/user/account', '/api/info', '/nowhere', '/'])(
    'from an unknown origin may not call %s, and no origin is mirrored',
    async (path) => {
      for (const origin of [
        STRANGER,
        'null',
        `${APP}.evil.example`,
        'http://app.example',
        `${APP}:444`,
        APP.toUpperCase(),
      ]) {
        for (const world of [plain, secure])
          for (const answer of [
            await world.call('GET', path, from(origin)),
            await preflight(world, path, 'POST', origin),
          ])
            expect(corsOf(answer.headers)).toEqual({});
      }
      expect(corsOf((await plain.call('GET', path, from(APP))).headers)).toEqual({});
    },
  );

  it('of CORS_ORIGINS may call with a session, and each gets its own origin back', async () => {
    for (const origin of [APP, 'http://localhost:5173']) {
      const { headers } = await secure.call('GET', ME, from(origin));
      expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([origin, 'origin']);
      const asked = await preflight(secure, '/api/user/account', 'DELETE', origin);
      expect(asked.status).toBe(204);
      expect(corsOf(asked.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'DELETE',
        'access-control-allow-headers': expect.stringContaining('authorization'),
      });
    }
    // A cache must not give one origin's response to another.
    expect((await secure.call('GET', ME)).headers.get('vary')).toBe('origin');
  });

  it('must be exact origins in CORS_ORIGINS, or the start fails', async () => {
    for (const origins of ['*', 'app.example', `${APP}/`, `${APP}/x`, 'null', `${APP};http://x.example`])
      expect(() => plain.startGateway({ CORS_ORIGINS: origins })).toThrow('CORS_ORIGINS');
  });
});
