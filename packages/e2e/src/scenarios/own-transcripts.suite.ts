import { randomUUID } from 'node:crypto';
import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPublicError } from '../deployment/error-answers.js';
import { expectSummary } from '../contract/answer-shapes.js';

const VIDEO = 'https://www.youtube.com/watch?v=precisDemo1';
/** A word that only Ann's transcript contains. */
const WORD = 'zanzibarquux';
const TALK = [
  `The ${WORD} pump lifts water from the deep well every morning.`,
  'It was built by two engineers who lived beside the canal for years.',
  'A small motor turns the wheel and the wheel pulls the long chain.',
  'Every bucket on the chain carries ten litres of water to the top.',
  'The farmers open the gate and the water runs down to their fields.',
  `Nobody has to carry water by hand since the ${WORD} pump was built.`,
];
const SRT = TALK.map((text, at) => `${at + 1}\r\n00:0${at}:10,000 --> 00:0${at}:14,000\r\n${text}\r\n`).join('\r\n');
const SEGMENTS = TALK.map((text, at) => ({ start: at * 60 + 10, duration: 4, text }));

/** A supplied transcript is summarised for its caller alone (SUM-10). */
export function ownTranscriptsScenario(using: () => Deployment): void {
  describe('a transcript of the caller’s own', () => {
    let ann: Account & { key: string };
    let ben: Account & { key: string };
    let made: Answer;
    const summarise = ({ key }: { key: string }, body: object, headers = {}) =>
      using().call('POST', '/api/youtube/summarize', { key, body, headers });
    const read = ({ key }: { key: string }, path = '') => using().call('GET', `/api/youtube/summaries${path}`, { key });
    const request = { url: VIDEO, transcript: SRT, title: 'The pump', summary_type: 'short' };
    const repeat = { 'idempotency-key': randomUUID() };

    beforeAll(async () => {
      [ann, ben] = await Promise.all([registerWithKey(using()), registerWithKey(using())]);
      made = await summarise(ann, request, repeat);
    });

    it('is summarised with its own moments, and the answer says whose it is', () => {
      const { sentences } = expectSummary(made, 'precisDemo1', 'short', 'supplied');
      for (const { text, start_seconds: start } of sentences)
        expect(TALK[(start - 10) / 60]).toContain(text.slice(4, -1));
      expect(made.body.data).toMatchObject({ title: 'The pump', language: 'en' });
      expect(made.text).toContain(WORD);
    });

    it('is in no answer of another account: not for the same video, not for an equal request, not by the id of its summary', async () => {
      const [{ id }] = (await read(ann)).body.summaries;
      const { transcript: _, ...equal } = request;
      const answers = [
        await summarise(ben, { url: VIDEO }),
        await summarise(ben, equal),
        await using().call('POST', '/api/youtube/info', { key: ben.key, body: { url: VIDEO } }),
        await read(ben),
        await using().call('GET', '/api/user/export', { token: ben.token }),
      ];
      for (const { status, text } of answers) {
        expect(status).toBe(200);
        expect(text).not.toContain(WORD);
      }
      expectSummary(answers[0], 'precisDemo1', 'auto');
      for (const path of [`/${id}`, `/${id}/verify`])
        expectPublicError(await read(ben, path), 404, 'summary_not_found');
    });

    it('is repeated at no cost with its key, and is another call of its own without one or with another transcript', async () => {
      const again = await summarise(ann, request, repeat);
      expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([made.body, 'true']);
      expectPublicError(
        await summarise(ann, { ...request, transcript: SEGMENTS }, repeat),
        422,
        'idempotency_key_reused',
      );
      expect(await usedOf(using(), ann)).toBe(1);
      expectSummary(await summarise(ann, { transcript: SEGMENTS }), '', 'auto', 'supplied');
      expect(await usedOf(using(), ann)).toBe(2);
    });

    it('is listed, read and checked by its account, with or without a video', async () => {
      const { summaries } = (await read(ann)).body;
      expect(summaries).toMatchObject([
        { title: 'Supplied transcript', video_id: null },
        { title: 'The pump', video_id: 'precisDemo1' },
      ]);
      const { id, created_at: _, ...data } = (await read(ann, `/${summaries[1].id}`)).body.data;
      expect({ id, data }).toEqual({ id: summaries[1].id, data: made.body.data });
      for (const row of summaries)
        expect((await read(ann, `/${row.id}/verify`)).body.data).toMatchObject({ unsupported: 0 });
    });

    it('that has a cue which cannot be read is summarised without it, and the answer names it (SUM-25)', async () => {
      const body = { ...request, transcript: SRT.replace('00:02:14', '00:01:14'), summary_type: 'detail' };
      const { data } = (await summarise(ben, body)).body;
      expect(data.warnings).toEqual([
        {
          code: 'cue_left_out',
          field: 'transcript',
          start_seconds: null,
          end_seconds: null,
          detail: 'line 10: the end is before the start',
        },
      ]);
      expect(data.sentences.length).toBeGreaterThan(1);
      expect(JSON.stringify(data)).not.toContain('small motor');
    });

    it.each([
      ['transcript_invalid', 'no subtitles at all', 'line 1'],
      ['transcript_invalid', SRT.replaceAll(' --> 00:0', ' --> 00:x'), 'line 2'],
      ['transcript_invalid', [...SEGMENTS, { start: -1, text: 'x' }], 'segment 6'],
      ['transcript_invalid', [{ start: 1e300, text: 'x' }], 'segment 0'],
      ['transcript_empty', [], ''],
      ['transcript_empty', [{ start: 0, text: '[Music]' }], ''],
      [
        'transcript_too_long',
        Array.from({ length: 101 }, (_, start) => ({ start, text: `${start} ${'a '.repeat(1_999)}` })),
        'segment 100',
      ],
      ['invalid_parameter', [{ start: 0 }], 'transcript.0.text'],
    ])('that cannot be used is 400 %s with its place, and costs nothing', async (code, transcript, place) => {
      const before = await usedOf(using(), ann);
      const answer = await summarise(ann, { transcript });
      expectPublicError(answer, 400, code);
      expect(answer.body.error).toContain(place);
      expect(await usedOf(using(), ann)).toBe(before);
    });
  });
}
