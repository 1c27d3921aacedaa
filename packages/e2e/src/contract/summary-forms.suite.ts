import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPublicError, expectQuotaHeaders } from '../deployment/error-answers.js';
import { expectSummary, type Summary } from './answer-shapes.js';

const PATH = '/api/youtube/summarize';
const URL_OF_DEMO = 'https://www.youtube.com/watch?v=precisDemo1';
const LABEL = /\[\d+:\d\d|\(\d+:\d\d/;

/** `language`, `timestamps` and `format` of a summary (SUM-21, SUM-22). */
export function summaryFormsContract(using: () => Deployment): void {
  describe('the language and the forms of a summary', () => {
    let ann: Account & { key: string };
    let json: Summary;
    beforeAll(async () => {
      ann = await registerWithKey(using());
      json = expectSummary(await summarise({ summary_type: 'auto' }), 'precisDemo1', 'auto');
    });
    const summarise = (more: object, { key } = { key: using().demo.api_key }) =>
      using().call('POST', PATH, { key, body: { url: URL_OF_DEMO, ...more } });

    it.each(['auto', 'short', 'detail'])('200: %s without timestamps has no moment in its text alone', async (type) => {
      const { summary, ...fields } = expectSummary(await summarise({ summary_type: type }), 'precisDemo1', type);
      const bare = expectSummary(await summarise({ summary_type: type, timestamps: false }), 'precisDemo1', type);
      if (type !== 'short') expect(summary).toMatch(LABEL);
      expect(bare).toEqual({ ...fields, summary: expect.not.stringMatching(LABEL) });
    });

    it('200: md is a document of title, link and all sentences, with the headers of JSON', async () => {
      const answer = await summarise({ format: 'md' });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
      const [title, , link] = answer.text.split('\n');
      expect(title.startsWith('# ')).toBe(true);
      expect(link).toBe(`[Watch the video](${URL_OF_DEMO})`);
      expect(answer.text.match(/&t=\d+\)/g)!.length).toBeGreaterThanOrEqual(json.sentences.length);
      const plain = answer.text.replace(/\\(.)/g, '$1');
      for (const { text } of json.sentences) expect(plain).toContain(text);
      expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull();
    });

    it('200: srt has a cue for each sentence, at its moment', async () => {
      const answer = await summarise({ format: 'srt' });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-subrip; charset=utf-8']);
      const cues = answer.text.split('\r\n\r\n').map((cue) => cue.split('\r\n'));
      expect(cues.map(([index]) => index)).toEqual(json.sentences.map((_, at) => String(at + 1)));
      expect(cues.map((cue) => cue[2]).sort()).toEqual(json.sentences.map(({ text }) => text).sort());
      for (const [, times] of cues) expect(times).toMatch(/^\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}$/);
    });

    it('200: the language of the video is the same summary as none', async () => {
      for (const language of ['en', 'en-GB', 'EN'])
        expect((await summarise({ language })).body).toEqual((await summarise({})).body);
    });

    it('404: another language without an engine that translates, at no cost and in JSON', async () => {
      const refusal = await summarise({ language: 'de', format: 'md' }, ann);
      expectPublicError(refusal, 404, 'language_unavailable');
      expectQuotaHeaders(refusal, 3, 3);
      expect(await usedOf(using(), ann)).toBe(0);
      expectPublicError(await summarise({ language: 'xx' }, ann), 400, 'language_unknown');
    });

    it('200: a stored summary is read again in every form', async () => {
      for (const format of ['md', 'srt', 'json']) {
        const made = await summarise({ format, timestamps: false }, ann);
        const list = await using().call('GET', '/api/youtube/summaries', { key: ann.key });
        const { id } = (list.body.summaries as { id: string }[])[0];
        const path = `/api/youtube/summaries/${id}?format=${format}&timestamps=false`;
        const again = await using().call('GET', path, { key: ann.key });
        expect(again.headers.get('content-type')).toBe(made.headers.get('content-type'));
        if (format === 'json') expect(again.body.data).toMatchObject(made.body.data as object);
        else expect(again.text).toBe(made.text);
      }
      expect(await usedOf(using(), ann)).toBe(3);
    });
  });
}
