import { readFileSync } from 'node:fs';
import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPublicError, expectQuotaHeaders } from '../deployment/error-answers.js';

const URL_CASES = new URL('../../../../proto/cases/video-url.json', import.meta.url);
const EXAMPLE_ID = 'dQw4w9WgXcQ';

/** POST /api/youtube/info (VID-8, VID-13). */
export function infoContract(using: () => Deployment): void {
  describe('POST /api/youtube/info', () => {
    let ann: Account & { key: string };
    beforeAll(async () => {
      ann = await registerWithKey(using());
    });
    const info = (body: object, options: object = { key: ann.key }) =>
      using().call('POST', '/api/youtube/info', { body, ...options });

    it.each(['x-api-key', 'authorization'])('200 with the key in %s, at no cost', async (header) => {
      const value = header === 'authorization' ? `Bearer ${ann.key}` : ann.key;
      const answer = await info(
        { url: 'https://www.youtube.com/watch?v=precisDemo1' },
        { headers: { [header]: value } },
      );
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        data: {
          video_id: 'precisDemo1',
          title: expect.stringMatching(/\S/),
          transcript_available: true,
          available_languages: ['en'],
          languages: [{ code: 'en', name: expect.stringMatching(/\S/), is_generated: expect.any(Boolean) }],
          duration_seconds: expect.any(Number),
        },
      });
      expectQuotaHeaders(answer, 3, 3);
      expect(await usedOf(using(), ann)).toBe(0);
    });

    it.each([
      [{}],
      [{ url: null }],
      [{ url: ' ' }],
      [{ url: 7 }],
      [{ url: 'https://vimeo.com/1' }],
      [{ url: 'https://youtu.be/precisDemo12345!' }],
    ])('400: %j', async (body) => {
      expectPublicError(await info(body), 400);
    });

    it('401: without a credential; a session is one too', async () => {
      expectPublicError(await info({ url: 'https://youtu.be/precisDemo1' }, {}), 401);
      const answer = await info({ url: 'https://youtu.be/precisDemo1' }, { token: ann.token });
      expect({ status: answer.status, id: answer.body.data?.video_id }).toEqual({ status: 200, id: 'precisDemo1' });
    });

    const accepted = (
      JSON.parse(readFileSync(URL_CASES, 'utf8')) as { name: string; input: string; id: string | null }[]
    ).filter(({ id, input }) => id === EXAMPLE_ID && input.includes(EXAMPLE_ID) && input.length <= 2_000);
    it.each(accepted.map(({ name, input }) => [name, input.replaceAll(EXAMPLE_ID, 'precisDemo1')]))(
      '200 for the address form: %s',
      async (_name, url) => {
        const answer = await info({ url });
        expect({ status: answer.status, id: answer.body.data?.video_id }).toEqual({ status: 200, id: 'precisDemo1' });
      },
    );
  });
}
