import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPublicError } from '../deployment/error-answers.js';

const PATH = '/api/youtube/batches';
const good = (prompt: string) => ({
  url: 'https://youtu.be/precisDemo1',
  summary_type: 'short',
  custom_prompt: prompt,
});
const BAD = { url: 'https://example.org/no-video' };
const GONE = { url: 'https://youtu.be/precis-gone' };

/** Many summaries by one call (SUM-27), on the Free plan with its three videos. */
export function batchesContract(using: () => Deployment): void {
  describe('batches', () => {
    let ann: Account & { key: string };
    beforeEach(async () => {
      ann = await registerWithKey(using());
    });
    const ask = (items: unknown, headers: Record<string, string> = {}) =>
      using().call('POST', PATH, { body: { items }, key: ann.key, headers });
    const at = (method: string, id: string, key = ann.key) => using().call(method, `${PATH}/${id}`, { key });
    const ended = (id: string): Promise<Answer> =>
      eventually(
        'the batch ends',
        async () => {
          const answer = await at('GET', id);
          expect(answer.status).toBe(200);
          return answer.body.data.finished_at !== null && answer;
        },
        90_000,
      );
    const endsOf = ({ body }: Answer): string[] =>
      body.data.items.map(
        (item: { status: string; error: { code: string } | null }) => item.error?.code ?? item.status,
      );

    it('at the edge of the quota: of 5 good items beside a bad one and one that is gone, 3 become summaries, each charged and kept', async () => {
      const accepted = await ask([BAD, GONE, good('a'), good('b'), good('c'), good('d'), good('e')]);
      const { batch_id: id, status } = accepted.body.data;
      expect([accepted.status, status, accepted.headers.get('location')]).toEqual([202, 'running', `${PATH}/${id}`]);
      const answer = await ended(id);
      const ends = endsOf(answer);
      expect(ends.slice(0, 2)).toEqual(['invalid_url', 'video_unavailable']);
      expect(ends.slice(2).sort()).toEqual(['completed', 'completed', 'completed', 'quota_exceeded', 'quota_exceeded']);
      expect(answer.body.data).toMatchObject({ status: 'completed', counts: { total: 7, completed: 3, failed: 4 } });
      expect(await usedOf(using(), ann)).toBe(3);
      const summaries = answer.body.data.items.filter(({ charged }: { charged: boolean }) => charged);
      for (const { summary_id } of summaries) {
        const summary = await using().call('GET', `/api/youtube/summaries/${summary_id}`, { key: ann.key });
        expect(summary.body.data).toMatchObject({ video_id: 'precisDemo1', summary_type: 'short' });
      }
      const ben = await registerWithKey(using());
      for (const method of ['GET', 'DELETE']) expectPublicError(await at(method, id, ben.key), 404, 'batch_not_found');
    });

    it('repeated with its Idempotency-Key is the same batch, and costs once', async () => {
      const key = { 'idempotency-key': randomUUID() };
      const [one, other] = await Promise.all([ask([good('a')], key), ask([good('a')], key)]);
      const { batch_id: id } = one.body.data;
      expect(other.body.data.batch_id).toBe(id);
      await ended(id);
      const repeat = await ask([good('a')], key);
      expect([repeat.status, repeat.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
      expect(repeat.body.data).toMatchObject({ batch_id: id, status: 'completed' });
      expectPublicError(await ask([good('b')], key), 422, 'idempotency_key_reused');
      expect(await usedOf(using(), ann)).toBe(1);
    });

    it('cancelled costs the summaries made until then, and nothing more', async () => {
      const { batch_id: id } = (await ask(Array.from({ length: 100 }, (_, nr) => good(`${nr}`)))).body.data;
      expect((await at('DELETE', id)).body.data.status).toBe('cancelled');
      const answer = await ended(id);
      const { counts, status } = answer.body.data;
      expect([status, counts.failed, counts.completed + counts.cancelled]).toEqual(['cancelled', 0, 100]);
      expect(counts.cancelled).toBeGreaterThanOrEqual(97);
      expect(await usedOf(using(), ann)).toBe(counts.completed);
      expect((await at('DELETE', id)).body).toEqual(answer.body);
    });

    it.each([
      ['no items', undefined, 'missing_parameter'],
      ['an empty array', [], 'invalid_parameter'],
      ['101 items', Array<object>(101).fill(BAD), 'invalid_parameter'],
      ['an object', { url: 'x' }, 'invalid_parameter'],
      ['a text', 'https://youtu.be/precisDemo1', 'invalid_parameter'],
      ['a number', 1, 'invalid_parameter'],
    ])('400: %s', async (_, items, code) => expectPublicError(await ask(items), 400, code));

    it('429: the fourth that is unfinished', async () => {
      const many = Array.from({ length: 100 }, (_, nr) => good(`many ${nr}`));
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(many)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) expect(answer.body).toMatchObject({ code: 'too_many_batches', limit: 3 });
      for (const { status, body } of answers) if (status === 202) await at('DELETE', body.data.batch_id);
    });
  });
}
