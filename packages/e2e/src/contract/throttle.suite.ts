import { eventually } from '@precis/testing/eventually';
import { type Account, registerWithKey } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, expectPublicError, expectQuotaHeaders, quotaHeaders } from '../deployment/error-answers.js';

const PARALLEL = 100;
const MOST_REQUESTS = 20_000;

/** The burst limit of one account (decisions 19, 20, 22). Other accounts are not touched by it. */
export function throttleContract(using: () => Deployment): void {
  describe('throttle', () => {
    let ann: Account & { key: string };
    beforeAll(async () => {
      ann = await registerWithKey(using());
    });
    const bad = () => using().call('POST', '/api/youtube/summarize', { key: ann.key, body: {} });

    it('429 throttled before 400: a flood of bad requests is slowed down, with its own limit told and no quota', async () => {
      const { refused, others } = await flood(bad);
      expect(others).toEqual(new Set([400]));
      expectPublicError(refused, 429, 'throttled');
      const policy = /;q=(\d+);w=(\d+)/.exec(refused.headers.get('ratelimit-policy') ?? '');
      expect(refused.body.limit).toBe(Number(policy?.[1]));
      expect(refused.body.reset).toBeGreaterThan(Date.now() / 1_000 - 30);
      expect(refused.body.reset).toBeLessThan(Date.now() / 1_000 + 30);
      expect(refused.headers.get('ratelimit')).toMatch(/;r=0;/);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(quotaHeaders(refused)).toEqual({ limit: null, remaining: null, reset: null });
    }, 120_000);

    it('401 and 403 come before it, other accounts are not slowed down, and the account is served again', async () => {
      const answers = await whileFlooded(() => ({
        noKey: using().call('POST', '/api/youtube/summarize', { body: {} }),
        wrongDoor: using().call('GET', '/api/auth/me', { key: ann.key }),
        session: using().call('GET', '/api/auth/me', { token: ann.token }),
        somebodyElse: using().call('GET', '/api/usage/summary', { key: using().demo.api_key }),
      }));
      expectPublicError(answers.noKey, 401);
      expectPrivateError(answers.wrongDoor, 403);
      expectPrivateError(answers.session, 429, 'throttled');
      expect(answers.somebodyElse.status).toBe(200);
      const served = await eventually('the account is served again', async () => {
        const answer = await bad();
        return answer.status === 400 && answer;
      });
      expectQuotaHeaders(served, 3, 3);
    }, 120_000);

    /** Sends until one is refused; answers the first refused one and the statuses of those before it. */
    async function flood(send: () => Promise<Answer>): Promise<{ refused: Answer; others: Set<number> }> {
      const others = new Set<number>();
      let refused: Answer | undefined;
      let sent = 0;
      const worker = async () => {
        while (!refused && sent++ < MOST_REQUESTS) {
          const answer = await send();
          if (answer.status === 429) refused ??= answer;
          else others.add(answer.status);
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, worker));
      if (!refused) throw new Error(`${sent} requests and none was throttled`);
      return { refused, others };
    }

    /** Asks while a flood holds the account at its limit. */
    async function whileFlooded<T extends Record<string, Promise<Answer>>>(ask: () => T): Promise<{ [K in keyof T]: Answer }> {
      await flood(bad);
      const held = Array.from({ length: 200 }, bad);
      const asked = ask();
      const entries = await Promise.all(Object.entries(asked).map(async ([name, answer]) => [name, await answer] as const));
      await Promise.all(held);
      return Object.fromEntries(entries) as { [K in keyof T]: Answer };
    }
  });
}
