import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPublicError, expectQuotaHeaders } from '../deployment/error-answers.js';

const CALLS = 200;

/** Reserve before the work, charge on success (QUOTA-3, QUOTA-4): parallel calls never get more than the remaining quota. */
export function parallelCallsScenario(using: () => Deployment): void {
  describe(`${CALLS} parallel calls with three videos left`, () => {
    let ann: Account & { key: string };
    beforeEach(async () => {
      ann = await registerWithKey(using());
    });
    const summarise = (body: object) =>
      using().call('POST', '/api/youtube/summarize', {
        key: ann.key,
        body: { url: 'https://youtu.be/precisDemo1', ...body },
      });

    it('that each need work of their own: exactly three 200, the rest 429 quota_exceeded, used 3', async () => {
      expectThree(
        await Promise.all(
          Array.from({ length: CALLS }, (_, index) =>
            summarise({ custom_prompt: `${ann.email} asks for gate ${index}` }),
          ),
        ),
      );
      await expectSpent();
    });

    it('that are all equal and not computed yet: exactly three 200 with one text', async () => {
      const answers = await Promise.all(
        Array.from({ length: CALLS }, () => summarise({ custom_prompt: `the same for ${ann.email}` })),
      );
      expect(new Set(expectThree(answers).map(({ text }) => text)).size).toBe(1);
      await expectSpent();
    });

    it('that are all equal and stored already: exactly three 200', async () => {
      const warm = await using().call('POST', '/api/youtube/summarize', {
        key: using().demo.api_key,
        body: { url: 'https://youtu.be/precisDemo1', summary_type: 'short' },
      });
      expect(warm.status).toBe(200);
      expectThree(await Promise.all(Array.from({ length: CALLS }, () => summarise({ summary_type: 'short' }))));
      await expectSpent();
    });

    it('of which most fail: no failure is charged and the three videos are still there', async () => {
      const ids = ['precis-gone', 'precis-down', 'precis-mute', 'precis-blok'];
      const answers = await Promise.all(
        Array.from({ length: CALLS }, (_, index) => summarise({ url: `https://youtu.be/${ids[index % ids.length]}` })),
      );
      // While three calls run, the others are told when to retry.
      for (const answer of answers) expect([404, 503, 429]).toContain(answer.status);
      expect(answers.some(({ status }) => status !== 429)).toBe(true);
      expect(await usedOf(using(), ann)).toBe(0);
      const after = [await summarise({}), await summarise({}), await summarise({})];
      expect(after.map(({ status }) => status)).toEqual([200, 200, 200]);
      await expectSpent();
    });

    function expectThree(answers: Answer[]): Answer[] {
      const ok = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status !== 200);
      expect({ ok: ok.length, refused: refused.length }).toEqual({ ok: 3, refused: CALLS - 3 });
      for (const answer of refused) expectPublicError(answer, 429, 'quota_exceeded');
      return ok;
    }

    async function expectSpent(): Promise<void> {
      expect(await usedOf(using(), ann)).toBe(3);
      const { daily } = (await using().call('GET', '/api/usage/details', { token: ann.token })).body;
      expect(daily.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3);
      expectQuotaHeaders(await using().call('GET', '/api/usage/summary', { key: ann.key }), 3, 0);
    }
  });
}
