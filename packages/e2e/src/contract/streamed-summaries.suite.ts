import { randomUUID } from 'node:crypto';
import { type Account, demoToken, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, expectPublicError, nextMonthSeconds } from '../deployment/error-answers.js';
import { EventClient } from '../deployment/event-client.js';

const URL_OF_DEMO = 'https://www.youtube.com/watch?v=precisDemo1';
const PATH = '/api/youtube/summarize';
const PLAYGROUND = '/api/youtube/playground/summarize';
const EVENTS = { accept: 'text/event-stream' };

/** The same two routes with `Accept: text/event-stream` (SUM-16). */
export function streamedSummariesContract(using: () => Deployment): void {
  describe('a summary as a stream of events', () => {
    let ann: Account & { key: string };
    beforeAll(async () => {
      ann = await registerWithKey(using());
    });
    const stream = (path: string, body: object, headers: Record<string, string>) =>
      EventClient.open(using().url + path, body, headers);

    it.each([
      [PATH, async () => ({ 'x-api-key': using().demo.api_key })],
      [PLAYGROUND, async () => ({ authorization: `Bearer ${await demoToken(using())}` })],
    ])('200 on %s: progress, sentences, usage and done, whose data the plain answer has', async (path, credential) => {
      const headers = await credential();
      const body = { url: URL_OF_DEMO, summary_type: 'short' };
      const { data } = (await using().call('POST', path, { body, headers })).body;
      const client = await stream(path, body, headers);
      expect(client.response.status).toBe(200);
      expect(client.response.headers.get('content-type')).toMatch(/^text\/event-stream\b/);
      const events = await client.rest();
      const stages = events.filter(({ event }) => event === 'progress').map((one) => one.data);
      expect(stages.at(-1)).toEqual({ stage: 'writing' });
      expect(events.slice(stages.length)).toEqual([
        ...data.sentences.map((one: Record<string, unknown>, index: number) => ({
          event: 'sentence',
          data: { index, start_seconds: one.start_seconds, end_seconds: one.end_seconds, text: one.text },
        })),
        {
          event: 'usage',
          data: { limit: expect.any(Number), remaining: expect.any(Number), reset: nextMonthSeconds() },
        },
        { event: 'done', data },
      ]);
    });

    it.each(['*/*', 'application/json, text/event-stream', 'text/event-stream;q=0.1, application/json'])(
      '200 as JSON for Accept: %s',
      async (accept) => {
        const body = { url: URL_OF_DEMO };
        const answer = await using().call('POST', PATH, { body, key: using().demo.api_key, headers: { accept } });
        expect([answer.status, answer.body.success]).toEqual([200, true]);
      },
    );

    it('400, 401, 403 and 422 are plain errors with their status: nothing has begun', async () => {
      const headers = { ...EVENTS, 'idempotency-key': randomUUID() };
      const ask = (body: object, options: object = { key: ann.key }) =>
        using().call('POST', PATH, { body, headers, ...options });
      expectPublicError(await ask({ url: 'nonsense' }), 400);
      expectPublicError(await ask({ url: URL_OF_DEMO }, {}), 401);
      const foreign = { body: { url: URL_OF_DEMO }, headers, key: ann.key };
      expectPrivateError(await using().call('POST', PLAYGROUND, foreign), 403);
      expect((await ask({ url: URL_OF_DEMO })).status).toBe(200);
      expectPublicError(await ask({ url: URL_OF_DEMO, summary_type: 'detail' }), 422, 'idempotency_key_reused');
      expect(await usedOf(using(), ann)).toBe(1);
    });

    it('ends with an error event for a video that cannot be summarised, at no cost', async () => {
      const [before, token] = [await usedOf(using(), ann), ann.token];
      for (const [path, headers, extra] of [
        [PATH, { 'x-api-key': ann.key }, {}],
        [PLAYGROUND, { authorization: `Bearer ${token}` }, { success: false }],
      ] as const) {
        const client = await stream(path, { url: 'https://youtu.be/precis-gone' }, { ...headers });
        expect((await client.rest()).slice(1)).toEqual([
          {
            event: 'error',
            data: {
              ...extra,
              error: expect.stringMatching(/\S/),
              status_code: 404,
              code: 'video_unavailable',
              request_id: client.response.headers.get('x-request-id'),
              docs_url: expect.stringMatching(/\/docs\?tab=errors#video_unavailable$/),
            },
          },
        ]);
      }
      expect(await usedOf(using(), ann)).toBe(before);
    });

    it('429 quota_exceeded is plain as well, once the month is used up', async () => {
      while ((await usedOf(using(), ann)) < 3)
        expect((await (await stream(PATH, { url: URL_OF_DEMO }, { 'x-api-key': ann.key })).rest()).at(-1)!.event).toBe(
          'done',
        );
      for (const url of [URL_OF_DEMO, 'https://youtu.be/precis-gone'])
        expectPublicError(
          await using().call('POST', PATH, { body: { url }, key: ann.key, headers: EVENTS }),
          429,
          'quota_exceeded',
        );
    });
  });
}
