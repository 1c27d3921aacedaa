import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPublicError } from '../deployment/error-answers.js';

const VIDEO = { url: 'https://youtu.be/precisDemo1' };
/** Every demo video that cannot be summarised; the code is the same on all routes. */
const REFUSED = ['precis-gone', 'precis-mute', 'precis-priv', 'precis-blok', 'precis-down'];

/** Free reads of a video: its transcript (VID-20), and an estimate of what a summary would cost (SUM-26). */
export function readingContract(using: () => Deployment): void {
  describe('transcripts and estimates', () => {
    let ann: Account & { key: string };
    beforeAll(async () => {
      ann = await registerWithKey(using());
    });
    const post = (path: string, body: object) => using().call('POST', `/api/youtube/${path}`, { body, key: ann.key });

    it('a transcript is free, in each form, and can be sent back as a transcript of one’s own', async () => {
      const { data } = (await post('transcript', VIDEO)).body;
      expect(data).toMatchObject({ video_id: 'precisDemo1', language: 'en', duration_seconds: expect.any(Number) });
      expect(data.segments[0]).toEqual({
        start_seconds: expect.any(Number),
        end_seconds: expect.any(Number),
        text: expect.stringMatching(/\S/),
      });
      expect((await post('transcript', { ...VIDEO, format: 'text' })).body.data.text.length).toBeGreaterThan(500);
      const own = await post('estimate', { transcript: data.segments });
      expect(own.body.data).toMatchObject({ would_charge: 1, reason: 'new_summary', language: 'en' });
      for (const format of ['srt', 'vtt']) {
        const { text } = await post('transcript', { ...VIDEO, format });
        expect((await post('estimate', { transcript: text })).body.data.transcript_length).toBe(
          own.body.data.transcript_length,
        );
      }
      expect(await usedOf(using(), ann)).toBe(0);
      expectPublicError(await post('transcript', { ...VIDEO, language: 'fr' }), 404, 'language_unavailable');
    });

    it('is refused as summarise is', async () => {
      for (const id of REFUSED) {
        const body = { url: `https://youtu.be/${id}` };
        const { status, body: refusal } = await post('summarize', body);
        expectPublicError(await post('transcript', body), status, refusal.code);
        const estimate = await post('estimate', body);
        if (status === 404)
          expect(estimate.body.data).toMatchObject({ would_charge: 0, reason: refusal.code, remaining_after: 3 });
        else expectPublicError(estimate, status, refusal.code);
      }
    });

    it('an estimate agrees with the call that follows, until the quota is used up', async () => {
      for (const [nr, reason] of ['new_summary', 'stored_summary', 'new_summary', 'quota_exceeded'].entries()) {
        const body = { ...VIDEO, summary_type: 'short', custom_prompt: `estimate ${ann.email} ${nr & 2}` };
        const { data } = (await post('estimate', body)).body;
        const { status, body: answer } = await post('summarize', body);
        expect([data.reason, data.cached]).toEqual([reason, nr % 2 === 1]);
        expect(data.would_charge).toBe(status === 200 ? 1 : 0);
        if (status !== 200) expect(answer.code).toBe(reason);
        else {
          const { engine, transcript_length, duration_seconds, title } = answer.data;
          expect(data).toMatchObject({ engine, transcript_length, duration_seconds, title });
        }
        expect(await usedOf(using(), ann)).toBe(3 - data.remaining_after);
      }
    });
  });
}
