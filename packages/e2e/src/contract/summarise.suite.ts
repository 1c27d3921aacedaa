import { type Account, demoToken, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import {
  expectPrivateError,
  expectPublicError,
  expectQuotaHeaders,
  nextMonthSeconds,
} from '../deployment/error-answers.js';
import { expectSummary } from './answer-shapes.js';

const URL_OF_DEMO = 'https://www.youtube.com/watch?v=precisDemo1';

/** POST /api/youtube/summarize and /api/youtube/playground/summarize (SUM-3, SUM-6, QUOTA-1, QUOTA-2). */
export function summariseContract(using: () => Deployment): void {
  const summarise = (body: object, options: object = { key: using().demo.api_key }) =>
    using().call('POST', '/api/youtube/summarize', { body, ...options });

  describe('POST /api/youtube/summarize', () => {
    it.each(['x-api-key', 'authorization'])('200 with the key in %s', async (header) => {
      const value = header === 'authorization' ? `Bearer ${using().demo.api_key}` : using().demo.api_key;
      expectSummary(
        await summarise({ url: URL_OF_DEMO, summary_type: 'short' }, { headers: { [header]: value } }),
        'precisDemo1',
        'short',
      );
    });

    it('200: the scheme word Bearer may be written in any case', async () => {
      expectSummary(
        await summarise({ url: URL_OF_DEMO }, { headers: { authorization: `bearer ${using().demo.api_key}` } }),
        'precisDemo1',
        'auto',
      );
    });

    it.each([
      ['absent', {}],
      ['null', { summary_type: null, custom_prompt: null, language: null, timestamps: null, format: null }],
      ['empty', { summary_type: '', custom_prompt: '', language: '', format: '' }],
      ['their defaults', { language: 'auto', timestamps: true, format: 'json' }],
    ])('200: optional fields that are %s give the same auto summary', async (_case, optional) => {
      const answer = await summarise({ url: URL_OF_DEMO, ...optional });
      expectSummary(answer, 'precisDemo1', 'auto');
      expect(answer.body).toEqual((await summarise({ url: URL_OF_DEMO, summary_type: 'auto' })).body);
    });

    it('200: unknown fields are ignored', async () => {
      const answer = await summarise({
        url: URL_OF_DEMO,
        summary_type: 'short',
        colour: 7,
        plan: 'enterprise',
        account_id: using().demo.account_id,
      });
      expectSummary(answer, 'precisDemo1', 'short');
    });

    it('200: a custom prompt of 2,000 characters is taken, 2,001 are 400', async () => {
      const prompt = 'Which gates does the keeper open first? '.repeat(50);
      expect(prompt).toHaveLength(2_000);
      expectSummary(await summarise({ url: URL_OF_DEMO, custom_prompt: prompt }), 'precisDemo1', 'auto');
      expectPublicError(await summarise({ url: URL_OF_DEMO, custom_prompt: `${prompt}!` }), 400, 'invalid_parameter');
    });

    it('200: an equal request gets the equal summary', async () => {
      const body = { url: URL_OF_DEMO, custom_prompt: 'How long does it take?' };
      expect((await summarise(body)).body).toEqual((await summarise(body)).body);
    });

    it.each([[{}], [{ url: null }], [{ url: '' }], [{ url: '  ' }]])('400: the url is missing (%j)', async (body) => {
      const answer = await summarise(body);
      expectPublicError(answer, 400, 'missing_parameter');
      expect(answer.body.error).toContain('url');
    });

    it.each([
      [{ url: 5 }],
      [{ url: [URL_OF_DEMO] }],
      [{ url: 'https://vimeo.com/76979871' }],
      [{ url: 'https://www.youtube.com/watch?v=short' }],
      [{ url: URL_OF_DEMO, summary_type: 'long' }],
      [{ url: URL_OF_DEMO, summary_type: 1 }],
      [{ url: URL_OF_DEMO, custom_prompt: { text: 'x' } }],
      [{ url: URL_OF_DEMO, language: 'german' }],
      [{ url: URL_OF_DEMO, language: 'xx' }],
      [{ url: URL_OF_DEMO, timestamps: 'no' }],
      [{ url: URL_OF_DEMO, format: 'pdf' }],
    ])('400: %j', async (body) => void expectPublicError(await summarise(body), 400));

    it('401: without a key, with a wrong one, with a session token', async () => {
      expectPublicError(await summarise({ url: URL_OF_DEMO }, {}), 401);
      expectPublicError(
        await summarise({ url: URL_OF_DEMO }, { key: `prc_${'a'.repeat(46)}` }),
        401,
        'api_key_invalid',
      );
      expectPublicError(await summarise({ url: URL_OF_DEMO }, { token: await demoToken(using()) }), 401);
    });
  });

  describe('POST /api/youtube/playground/summarize', () => {
    const playground = (body: object, options: object) =>
      using().call('POST', '/api/youtube/playground/summarize', { body, ...options });

    it.each(['auto', 'short', 'detail'])('200: %s', async (summary_type) => {
      const answer = await playground({ url: URL_OF_DEMO, summary_type }, { token: await demoToken(using()) });
      expectSummary(answer, 'precisDemo1', summary_type);
    });

    it('200: a custom prompt of up to 2,000 characters steers the summary as on the public API, 2,001 are 400', async () => {
      const token = await demoToken(using());
      const custom_prompt = 'Which gates does the keeper open first?';
      const answer = await playground({ url: URL_OF_DEMO, custom_prompt }, { token });
      expectSummary(answer, 'precisDemo1', 'auto');
      expect(answer.body).toEqual((await summarise({ url: URL_OF_DEMO, custom_prompt })).body);
      expect(answer.body.data.focus_applied).toBe(true);
      expectPrivateError(
        await playground({ url: URL_OF_DEMO, custom_prompt: 'x'.repeat(2_001) }, { token }),
        400,
        'invalid_parameter',
      );
      expectPrivateError(
        await playground({ url: URL_OF_DEMO, custom_prompt: ['x'] }, { token }),
        400,
        'invalid_parameter',
      );
    });

    it('400: without a url, with a video id that is none, with an unknown type', async () => {
      const token = await demoToken(using());
      expectPrivateError(await playground({ summary_type: 'auto' }, { token }), 400, 'missing_parameter');
      expectPrivateError(await playground({ url: 'https://youtu.be/abc' }, { token }), 400);
      expectPrivateError(await playground({ url: URL_OF_DEMO, summary_type: 'huge' }, { token }), 400);
    });

    it('401 without a session, 403 with an API key', async () => {
      expectPrivateError(await playground({ url: URL_OF_DEMO }, {}), 401);
      expectPrivateError(await playground({ url: URL_OF_DEMO }, { key: using().demo.api_key }), 403);
    });
  });

  describe('the quota of Free', () => {
    let ann: Account & { key: string };
    beforeAll(async () => {
      ann = await registerWithKey(using());
    });

    it('gives three videos, playground and repeats of a stored video included, each counted in the headers', async () => {
      expectQuotaHeaders(await summarise({ url: URL_OF_DEMO }, { key: ann.key }), 3, 2);
      expectQuotaHeaders(await summarise({ url: URL_OF_DEMO }, { key: ann.key }), 3, 1);
      expectQuotaHeaders(
        await using().call('POST', '/api/youtube/playground/summarize', {
          token: ann.token,
          body: { url: URL_OF_DEMO },
        }),
        3,
        0,
      );
    });

    it('429 quota_exceeded after that, on both routes, with limit, remaining and reset in the body and the headers', async () => {
      for (const answer of [
        await summarise({ url: URL_OF_DEMO }, { key: ann.key }),
        await summarise({ url: 'https://youtu.be/precis-gone' }, { key: ann.key }),
      ]) {
        expectPublicError(answer, 429, 'quota_exceeded');
        expect(answer.body).toMatchObject({ limit: 3, remaining: 0, reset: nextMonthSeconds() });
        expectQuotaHeaders(answer, 3, 0);
      }
      const answer = await using().call('POST', '/api/youtube/playground/summarize', {
        token: ann.token,
        body: { url: URL_OF_DEMO },
      });
      expectPrivateError(answer, 429, 'quota_exceeded');
      expect(answer.body).toMatchObject({ limit: 3, remaining: 0, reset: nextMonthSeconds() });
    });

    it('400 still comes before that, and info still answers', async () => {
      expectPublicError(await summarise({ url: 'nonsense' }, { key: ann.key }), 400);
      expectPublicError(await summarise({ url: URL_OF_DEMO, summary_type: 9 }, { key: ann.key }), 400);
      expect(
        (await using().call('POST', '/api/youtube/info', { key: ann.key, body: { url: URL_OF_DEMO } })).status,
      ).toBe(200);
      expect(await usedOf(using(), ann)).toBe(3);
    });
  });
}
