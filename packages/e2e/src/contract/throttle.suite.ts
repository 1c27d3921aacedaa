import { eventually } from '@precis/testing/eventually';
import { type Account, registerWithKey } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import {
  expectPrivateError,
  expectPublicError,
  expectQuotaHeaders,
  quotaHeaders,
} from '../deployment/error-answers.js';
import { type Flood, startFlood } from '../deployment/flood.js';

const PATH = '/api/youtube/summarize';
/** Shorter than the limit of a test, so that the failure says what was awaited. */
const LIMIT_MS = 20_000;

/** The burst limit of one account, under a flood of bad requests with its key (LIMIT-1, LIMIT-4, API-1). */
export function throttleContract(using: () => Deployment): void {
  describe('throttle', () => {
    let ann: Account & { key: string };
    let flood: Flood;
    beforeAll(async () => {
      ann = await registerWithKey(using());
      const [burst, windowSeconds] = policyOf(await bad());
      const pace = { burst, perSecond: (1.5 * burst) / windowSeconds };
      flood = startFlood(using().url, PATH, { 'x-api-key': ann.key, 'content-type': 'application/json' }, '{}', pace);
    });
    afterAll(() => flood.stop());
    const policyOf = ({ headers }: Answer) =>
      /;q=(\d+);w=(\d+)$/
        .exec(headers.get('ratelimit-policy') ?? '')!
        .slice(1)
        .map(Number);
    const bad = () => using().call('POST', PATH, { key: ann.key, body: {} });
    const refused = (what: string, ask: () => Promise<Answer>) =>
      eventually(
        what,
        async () => {
          const answer = await ask();
          return answer.status === 429 && answer;
        },
        LIMIT_MS,
      );

    it('429 throttled before 400: the limit that refused is named, and no quota', async () => {
      const answer = await refused('the key is throttled', bad);
      expectPublicError(answer, 429, 'throttled');
      expect(answer.body.limit).toBe(policyOf(answer)[0]);
      expect(Math.abs(answer.body.reset - Date.now() / 1_000)).toBeLessThan(30);
      expect(answer.headers.get('ratelimit')).toMatch(/;r=0;/);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(quotaHeaders(answer)).toEqual({ limit: null, remaining: null, reset: null });
    });

    it('a session of the same account is throttled with it', async () => {
      expectPrivateError(
        await refused('the session is throttled', () => using().call('GET', '/api/auth/me', { token: ann.token })),
        429,
        'throttled',
      );
    });

    it('413, 401 and 403 come before it', async () => {
      expectPublicError(
        await using().call('POST', '/api/youtube/info', { key: ann.key, raw: ' '.repeat(100_001) }),
        413,
      );
      expectPublicError(await using().call('POST', PATH, { body: {} }), 401);
      expectPrivateError(await using().call('GET', '/api/auth/me', { key: ann.key }), 403);
    });

    it('415 comes after it', async () => {
      const foreign = () =>
        using().call('POST', PATH, { key: ann.key, raw: 'a=b', headers: { 'content-type': 'text/plain' } });
      expectPublicError(await refused('a foreign body is throttled', foreign), 429, 'throttled');
    });

    it('other accounts are served meanwhile, and probes too', async () => {
      expect((await using().call('GET', '/api/usage/summary', { key: using().demo.api_key })).status).toBe(200);
      expect((await using().call('GET', '/healthz')).status).toBe(200);
    });

    it('the flood got 400 and 429 and nothing else; after it the account is served, and nothing was charged', async () => {
      await eventually('the flood itself is refused', () => flood.counts.has(429), LIMIT_MS);
      // On a busy machine the flood itself may be too slow with a body, which is 408.
      expect([...flood.counts.keys()].filter((status) => status !== 408).sort()).toEqual([400, 429]);
      flood.stop();
      // An answer has no quota headers while usage, which has just handled the flood, is late.
      const served = await eventually('the account is served again, and learns its quota', async () => {
        const answer = await bad();
        return answer.status === 400 && quotaHeaders(answer).limit !== null && answer;
      });
      expectQuotaHeaders(served, 3, 3);
    });
  });
}
