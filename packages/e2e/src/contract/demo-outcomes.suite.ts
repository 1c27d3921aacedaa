import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, expectPublicError, expectQuotaHeaders } from '../deployment/error-answers.js';

/** What integrators can rely on (VID-14, VID-15): one id per outcome; the list itself is read from /api/info and compared. */
const OUTCOMES: [videoId: string, status: number, code: string][] = [
  ['precis-mute', 404, 'transcript_disabled'],
  ['precis-priv', 404, 'video_private'],
  ['precis-gone', 404, 'video_unavailable'],
  ['precis-18up', 404, 'age_restricted'],
  ['precis-club', 404, 'members_or_premium'],
  ['precis-zone', 404, 'geo_blocked'],
  ['precis-soon', 404, 'live_upcoming'],
  ['precis-blok', 503, 'source_blocked'],
  ['precis-down', 503, 'source_unavailable'],
];
const OK = ['precisDemo1', 'precisDemo2', 'precisDemo3', 'precis-long'];

export function demoOutcomesContract(using: () => Deployment): void {
  describe('demo videos', () => {
    let ann: Account & { key: string };
    beforeAll(async () => {
      ann = await registerWithKey(using());
    });

    it('are listed with url, id, title, outcome and status', async () => {
      const { body } = await using().call('GET', '/api/info');
      const expected = [...OK.map((id) => [id, 200, 'ok'] as const), ...OUTCOMES].map(
        ([video_id, status, outcome]) => ({
          url: `https://www.youtube.com/watch?v=${video_id}`,
          video_id,
          title: expect.stringMatching(/\S/),
          outcome,
          status,
        }),
      );
      expect(body.demo_videos).toEqual(expected);
    });

    it.each(OUTCOMES)('summarise of %s answers %d %s and costs nothing', async (videoId, status, code) => {
      const answer = await using().call('POST', '/api/youtube/summarize', {
        key: ann.key,
        body: { url: `https://youtu.be/${videoId}` },
      });
      expectPublicError(answer, status, code);
      expectQuotaHeaders(answer, 3, 3);
      expectRetryAfter(answer.headers, status);
      expect(await usedOf(using(), ann)).toBe(0);
    });

    it.each(OUTCOMES)(
      'the playground answers %s with %d %s too, and it costs nothing',
      async (videoId, status, code) => {
        const answer = await using().call('POST', '/api/youtube/playground/summarize', {
          token: ann.token,
          body: { url: `https://www.youtube.com/watch?v=${videoId}`, summary_type: 'short' },
        });
        expectPrivateError(answer, status, code);
        expectRetryAfter(answer.headers, status);
        expect(await usedOf(using(), ann)).toBe(0);
      },
    );

    it.each(OK)('info of %s: 200 with its languages', async (videoId) => {
      const answer = await using().call('POST', '/api/youtube/info', {
        key: ann.key,
        body: { url: `https://youtu.be/${videoId}` },
      });
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({
        video_id: videoId,
        transcript_available: true,
        available_languages: ['en'],
      });
    });

    it('info of the video without captions: 200, no transcript, no languages', async () => {
      const answer = await using().call('POST', '/api/youtube/info', {
        key: ann.key,
        body: { url: 'https://youtu.be/precis-mute' },
      });
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({
        video_id: 'precis-mute',
        transcript_available: false,
        available_languages: [],
      });
    });

    it.each([
      ['precis-gone', 404, 'video_unavailable'],
      ['precis-blok', 503, 'source_blocked'],
      ['precis-down', 503, 'source_unavailable'],
    ] as const)('info of %s: %d %s', async (videoId, status, code) => {
      const answer = await using().call('POST', '/api/youtube/info', {
        key: ann.key,
        body: { url: `https://youtu.be/${videoId}` },
      });
      expectPublicError(answer, status, code);
      expectRetryAfter(answer.headers, status);
    });

    it.each(['precis-priv', 'precis-18up', 'precis-club', 'precis-zone', 'precis-soon'])(
      'info of %s: no transcript, or 404 with the code that says why',
      async (videoId) => {
        const answer = await using().call('POST', '/api/youtube/info', {
          key: ann.key,
          body: { url: `https://youtu.be/${videoId}` },
        });
        if (answer.status === 200) {
          expect(answer.body.data).toMatchObject({
            video_id: videoId,
            transcript_available: false,
            available_languages: [],
          });
        } else {
          expectPublicError(answer, 404, OUTCOMES.find(([id]) => id === videoId)![2]);
        }
      },
    );
  });
}

/** 503 has a Retry-After (VID-7); 404 has none, because the video stays as it is. */
function expectRetryAfter(headers: Headers, status: number): void {
  if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  else expect(headers.get('retry-after')).toBeNull();
}
