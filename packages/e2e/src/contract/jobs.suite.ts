import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { Answer } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPublicError, expectQuotaHeaders } from '../deployment/error-answers.js';

const PATH = '/api/youtube/summarize';
const VIDEO = { url: 'https://youtu.be/precisDemo1', summary_type: 'short' };
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

/** Summaries without a waiting caller (SUM-13). */
export function jobsContract(using: () => Deployment): void {
  describe('jobs', () => {
    let ann: Account & { key: string };
    beforeEach(async () => {
      ann = await registerWithKey(using());
    });
    const ask = (body: object, headers: Record<string, string> = {}) =>
      using().call('POST', PATH, { body, key: ann.key, headers: { prefer: 'respond-async', ...headers } });
    const read = (id: string, { key }: { key: string } = ann) =>
      using().call('GET', `/api/youtube/jobs/${id}`, { key });
    const ended = (id: string): Promise<Answer> =>
      eventually(
        'the job ends',
        async () => {
          const answer = await read(id);
          expect(answer.status).toBe(200);
          return answer.body.data.finished_at !== null && answer;
        },
        60_000,
      );

    it('202 with the place of the job, which ends with what a plain call answers, charged once and kept under its id', async () => {
      const accepted = await ask(VIDEO);
      expect(accepted.status).toBe(202);
      expectQuotaHeaders(accepted, 3, 3);
      const { job_id: id } = accepted.body.data;
      expect(accepted.body).toEqual({
        success: true,
        data: { job_id: expect.stringMatching(/^[0-9a-f-]{36}$/), status: expect.any(String), created_at: TIME },
      });
      const { headers } = accepted;
      expect([headers.get('location'), headers.get('preference-applied')]).toEqual([
        `/api/youtube/jobs/${id}`,
        'respond-async',
      ]);
      const { data } = (await ended(id)).body;
      expect(data).toEqual({
        job_id: id,
        status: 'completed',
        created_at: TIME,
        finished_at: TIME,
        error: null,
        result: expect.objectContaining({ video_id: 'precisDemo1', summary_type: 'short' }),
      });
      expect(await usedOf(using(), ann)).toBe(1);
      const {
        id: _,
        created_at: __,
        ...again
      } = (await using().call('GET', `/api/youtube/summaries/${id}`, { key: ann.key })).body.data;
      expect(again).toEqual(data.result);
      const ben = await registerWithKey(using());
      expectPublicError(await read(id, ben), 404, 'job_not_found');
    });

    it('ends failed, with the code of a plain call and at no cost, for a video that cannot be summarised', async () => {
      const { job_id: id } = (await ask({ url: 'https://youtu.be/precis-gone' })).body.data;
      expect((await ended(id)).body.data).toMatchObject({
        status: 'failed',
        error: { code: 'video_unavailable', message: expect.stringMatching(/\S/) },
        result: null,
      });
      await eventually('its unit is back', async () => {
        const { body } = await using().call('GET', '/api/usage/summary', { key: ann.key });
        return body.data.current.used === 0 && body.data.current.remaining === 3;
      });
    });

    it('is one job for one Idempotency-Key, and 422 when the same key is used without a job', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const { job_id: id } = (await ask(VIDEO, headers)).body.data;
      await ended(id);
      const repeat = await ask(VIDEO, headers);
      expect([repeat.status, repeat.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
      expect(repeat.body.data).toMatchObject({ job_id: id, status: 'completed' });
      const plain = await using().call('POST', PATH, { body: VIDEO, key: ann.key, headers });
      expectPublicError(plain, 422, 'idempotency_key_reused');
      expect(await usedOf(using(), ann)).toBe(1);
    });

    it('400, 401 and 429 as a plain call: nothing is accepted without a URL, a key or a unit', async () => {
      expectPublicError(await ask({ url: 'nonsense' }), 400, 'invalid_url');
      const keyless = { body: VIDEO, headers: { prefer: 'respond-async' } };
      expectPublicError(await using().call('POST', PATH, keyless), 401, 'api_key_missing');
      for (let nr = 0; nr < 3; nr += 1) await ended((await ask(VIDEO)).body.data.job_id);
      expectPublicError(await ask(VIDEO), 429, 'quota_exceeded');
      expectPublicError(await read('x'), 404, 'job_not_found');
    });
  });
}
