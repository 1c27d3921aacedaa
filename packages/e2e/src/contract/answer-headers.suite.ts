import { type Account, registerWithKey } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectQuotaHeaders, quotaHeaders } from '../deployment/error-answers.js';

const VIDEO = { url: 'https://youtu.be/precisDemo1' };
const NONE = { limit: null, remaining: null, reset: null };

/** Headers of answers (API-12, API-13, API-20, API-21, LIMIT-4). */
export function answerHeadersContract(using: () => Deployment): void {
  describe('headers of answers', () => {
    let ann: Account & { key: string };
    beforeAll(async () => {
      ann = await registerWithKey(using());
    });

    it.each([
      ['GET', '/api/auth/me', 'token', undefined, 200],
      ['GET', '/api/subscription/my-plan', 'token', undefined, 200],
      ['GET', '/api/auth/sessions', 'token', undefined, 200],
      ['GET', '/api/user/activity?limit=0', 'token', undefined, 400],
      ['DELETE', '/api/auth/sessions/x', 'token', undefined, 404],
      ['GET', '/api/usage/summary', 'key', undefined, 200],
      ['GET', '/api/usage/details', 'token', undefined, 200],
      ['GET', '/api/usage/details?month=bad', 'token', undefined, 400],
      ['GET', '/api/usage/clients', 'token', undefined, 200],
      ['POST', '/api/api-key/generate', 'token', undefined, 409],
      ['POST', '/api/youtube/info', 'key', VIDEO, 200],
      ['POST', '/api/youtube/info', 'key', {}, 400],
      ['POST', '/api/youtube/summarize', 'key', { url: 'https://youtu.be/precis-gone' }, 404],
      ['POST', '/api/youtube/summarize', 'key', { url: 'https://youtu.be/precis-blok' }, 503],
      ['POST', '/api/youtube/playground/summarize', 'key', VIDEO, 403],
    ] as const)(
      'X-RateLimit-* tell the monthly quota: %s %s with the %s, body %j, status %d',
      async (method, path, credential, body, status) => {
        const answer = await using().call(method, path, { [credential]: ann[credential], body });
        expect(answer.status).toBe(status);
        expectQuotaHeaders(answer, 3, 3);
      },
    );

    it('X-RateLimit-* are absent where nobody is authenticated', async () => {
      for (const answer of [
        await using().call('GET', '/api/info'),
        await using().call('GET', '/api/subscription/plans'),
        await using().call('GET', '/api/auth/me', { token: 'nonsense' }),
        await using().call('POST', '/api/youtube/summarize', { body: VIDEO, key: 'prc_wrong' }),
      ]) {
        expect(quotaHeaders(answer)).toEqual(NONE);
      }
    });

    it('the burst limit of a key is in RateLimit-Policy and RateLimit', async () => {
      const { headers } = await using().call('GET', '/api/usage/summary', { key: ann.key });
      expect(headers.get('ratelimit-policy')).toMatch(/^"[\w-]+";q=\d+;w=\d+$/);
      expect(headers.get('ratelimit')).toMatch(/^"[\w-]+";r=\d+;t=\d+$/);
    });

    it('every answer has an X-Request-Id of its own, also errors, pages and unknown addresses', async () => {
      const ids = new Set<string | null>();
      const calls: [string, string][] = [
        ['GET', '/'],
        ['GET', '/healthz'],
        ['GET', '/api/info'],
        ['GET', '/api/openapi.json'],
        ['GET', '/nowhere'],
        ['GET', '/api/nowhere'],
        ['DELETE', '/api/info'],
        ['GET', '/api/auth/me'],
        ['POST', '/api/youtube/summarize'],
      ];
      for (const [method, path] of calls) ids.add((await using().call(method, path)).headers.get('x-request-id'));
      expect(ids.size).toBe(calls.length);
      for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._-]{8,128}$/);
    });

    it('a sane X-Request-Id of the client comes back, in the header and in the error body', async () => {
      for (const id of ['order-4711-retry-2', 'a'.repeat(128), '0f8fad5b-d9cb-469f-a165-70867728950e']) {
        const answer = await using().call('GET', '/api/auth/me', { headers: { 'x-request-id': id } });
        expect({ header: answer.headers.get('x-request-id'), body: answer.body.request_id }).toEqual({
          header: id,
          body: id,
        });
      }
    });

    it.each([
      '<script>alert(1)</script>',
      'x y z spaces in it',
      'a'.repeat(129),
      `{"a":"${'b'.repeat(20)}"}`,
      'café-request-1',
      "'; DROP TABLE x;--",
    ])('another X-Request-Id is replaced: %s', async (id) => {
      const answer = await using().call('GET', '/api/auth/me', {
        headers: { 'x-request-id': Buffer.from(id).toString('latin1') },
      });
      expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{8,128}$/);
      expect(answer.headers.get('x-request-id')).not.toBe(id);
      expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
    });

    it('pages elsewhere may call what a key opens, with no cookies, and nothing that a session opens', async () => {
      const ask = (method: string, path: string) =>
        using().call(method, path, {
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
        });
      for (const method of ['OPTIONS', 'POST']) {
        const { headers } = await ask(method, '/api/youtube/summarize');
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('access-control-allow-credentials')).toBeNull();
        const closed = await ask(method, '/api/auth/login');
        expect([...closed.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    });

    it('answers cannot be sniffed, framed or cached, and do not tell what serves them', async () => {
      for (const path of ['/', '/api/info', '/api/auth/me', '/nowhere', '/sandbox/mailbox']) {
        const { headers } = await using().call('GET', path);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
        // The documents of the web app belong to no account; they are revalidated each time.
        expect(headers.get('cache-control')).toMatch(path === '/' ? /no-cache/ : /no-store/);
        expect(headers.get('referrer-policy')).toBe('no-referrer');
        expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
        expect(headers.get('permissions-policy')).toMatch(/camera=\(\)/);
        expect(headers.get('x-powered-by')).toBeNull();
        expect(headers.get('server')).toBeNull();
      }
    });
  });
}
