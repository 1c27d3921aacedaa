import { randomUUID } from 'node:crypto';
import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPublicError, expectQuotaHeaders } from '../deployment/error-answers.js';
import { expectSummary } from './answer-shapes.js';

const PATH = '/api/youtube/summaries';
const textOf = ({ text }: { text: string }) => text;
const URL_OF_DEMO = 'https://www.youtube.com/watch?v=precisDemo1';

interface Row {
  id: string;
  title: string;
  summary_type: string;
  ticks: number[];
}

/** An account's own summaries: listed, searched, read again and deleted (SUM-12, QUOTA-2, DATA-4). */
export function storedSummariesContract(using: () => Deployment): void {
  describe('stored summaries', () => {
    let ann: Account & { key: string };
    let ben: Account & { key: string };
    let made: Answer;
    const replayKey = randomUUID();
    const summarise = (summaryType: string, headers: Record<string, string> = {}) =>
      using().call('POST', '/api/youtube/summarize', {
        key: ann.key,
        body: { url: URL_OF_DEMO, summary_type: summaryType },
        headers: { 'x-client-name': 'cursor', ...headers },
      });
    const as = ({ key }: { key: string }, method = 'GET', path = '') => using().call(method, `${PATH}${path}`, { key });
    const list = async (query = ''): Promise<Row[]> => (await as(ann, 'GET', query)).body.summaries;

    beforeAll(async () => {
      [ann, ben] = await Promise.all([registerWithKey(using()), registerWithKey(using())]);
      made = await summarise('short', { 'idempotency-key': replayKey });
      await summarise('auto');
      await summarise('detail');
      // Neither a failure nor a replay appears as a summary in the list.
      await using().call('POST', '/api/youtube/summarize', {
        key: ann.key,
        body: { url: 'https://youtu.be/precis-gone' },
      });
      await summarise('short', { 'idempotency-key': replayKey });
    });

    it('200 with the key and with the session: newest first, each with the moments of its sentences, at no cost', async () => {
      const answer = await as(ann);
      expect(answer.status).toBe(200);
      const { title, duration_seconds: duration, sentences } = made.body.data;
      const row = (summaryType: string) => ({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        video_id: 'precisDemo1',
        title,
        summary_type: summaryType,
        duration_seconds: duration,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        client: 'cursor',
        ticks: expect.any(Array),
      });
      expect(answer.body).toEqual({
        success: true,
        summaries: [row('detail'), row('auto'), row('short')],
        next: null,
      });
      const starts = (sentences as { start_seconds: number }[]).map((one) => one.start_seconds);
      expect(answer.body.summaries[2].ticks).toEqual([...new Set(starts)].sort((one, other) => one - other));
      expectQuotaHeaders(answer, 3, 0);
      expect((await using().call('GET', PATH, { token: ann.token })).body).toEqual(answer.body);
      expect(await usedOf(using(), ann)).toBe(3);
    });

    it('comes page by page, and finds a part of a title in any case; what looks like a wildcard is none', async () => {
      const all = await list();
      const first = await as(ann, 'GET', '?limit=2');
      expect(first.body.summaries).toEqual(all.slice(0, 2));
      const second = await as(ann, 'GET', `?limit=2&cursor=${first.body.next}`);
      expect(second.body).toEqual({ success: true, summaries: all.slice(2), next: null });
      const part = encodeURIComponent(all[0].title.slice(1, 6).toUpperCase());
      expect(await list(`?q=${part}`)).toEqual(all);
      for (const none of ['%25', '_', 'no such title']) expect(await list(`?q=${none}`)).toEqual([]);
      expectPublicError(await as(ann, 'GET', `?cursor=${'_'.repeat(32)}`), 400, 'cursor_invalid');
    });

    it('one is read again as it was answered, when nothing is left and by its account alone', async () => {
      const { id } = (await list())[2];
      const again = await as(ann, 'GET', `/${id}`);
      const { id: sameId, created_at: createdAt, ...data } = again.body.data;
      expectSummary({ ...again, body: { success: true, data } }, 'precisDemo1', 'short');
      expect({ sameId, data }).toEqual({ sameId: id, data: made.body.data });
      expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(600_000);
      expectQuotaHeaders(again, 3, 0);
      for (const method of ['GET', 'DELETE']) {
        expectPublicError(await as(ben, method, `/${id}`), 404, 'summary_not_found');
        expectPublicError(await as(ann, method, `/${randomUUID()}`), 404, 'summary_not_found');
        expectPublicError(await as(ann, method, '/no-id'), 404, 'summary_not_found');
      }
      expect((await as(ben)).body).toEqual({ success: true, summaries: [], next: null });
    });

    it('one is checked against what was said, at no cost and by its account alone (SUM-11)', async () => {
      const { id } = (await list())[2];
      const checked = await as(ann, 'GET', `/${id}/verify`);
      const again = (await as(ann, 'GET', `/${id}`)).body.data;
      expect(checked.status).toBe(200);
      const { data } = checked.body;
      expect(data).toMatchObject({ id, supported: again.sentences.length, unsupported: 0 });
      expect(data.sentences.map(textOf)).toEqual(again.sentences.map(textOf));
      for (const sentence of data.sentences) {
        expect(sentence).toMatchObject({ supported: true, reasons: [] });
        expect(sentence.evidence.length).toBeGreaterThan(sentence.text.length / 2);
      }
      for (const { start_seconds: from, end_seconds: to, citations } of again.sentences)
        expect(citations).toEqual([{ start_seconds: from, end_seconds: to }]);
      expectQuotaHeaders(checked, 3, 0);
      expectPublicError(await as(ben, 'GET', `/${id}/verify`), 404, 'summary_not_found');
      for (const other of [`/${randomUUID()}/verify`, '/no-id/verify'])
        expectPublicError(await as(ann, 'GET', other), 404, 'summary_not_found');
    });

    it('one that was deleted is read by no route again, and its call still counts', async () => {
      const before = await list();
      const { id } = before[2];
      const answer = await as(ann, 'DELETE', `/${id}`);
      expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'The summary has been deleted' }]);
      expectPublicError(await as(ann, 'DELETE', `/${id}`), 404, 'summary_not_found');
      expectPublicError(await as(ann, 'GET', `/${id}`), 404, 'summary_not_found');
      expectPublicError(await summarise('short', { 'idempotency-key': replayKey }), 404, 'result_gone');
      expect(await list()).toEqual(before.slice(0, 2));
      expect(await usedOf(using(), ann)).toBe(3);
      const exported = await using().call('GET', '/api/user/export', { token: ann.token });
      expect(exported.body.summaries.map((one: Row) => one.id)).toEqual(before.slice(0, 2).map((one) => one.id));
    });
  });
}
