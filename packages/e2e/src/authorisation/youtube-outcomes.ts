import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.js';
import { EITHER, KEY, type Row, session } from './callers.js';
import type { Customer } from './people.js';

/** On a route of the public API, a caller without a credential lacks a key. */
const KEYLESS = { nobody: '401 api_key_missing', unverified: '401 api_key_missing' };
const NOT_FOUND_BY_B = { 'B key': '404 summary_not_found', 'B session': '404 summary_not_found' };
const VIDEO = { url: 'https://youtu.be/precisDemo1' };

/** The ids of at least `least` summaries of the person; those that are missing are made, from the three videos of a month. */
async function summariesOf(precis: Deployment, { key }: Customer, least = 1): Promise<string[]> {
  const kept = async (): Promise<string[]> =>
    (await precis.call('GET', '/api/youtube/summaries', { key })).body.summaries.map(({ id }: { id: string }) => id);
  const missing = least - (await kept()).length;
  for (let made = 0; made < missing; made++) await precis.call('POST', '/api/youtube/summarize', { key, body: VIDEO });
  return kept();
}

/** A batch of A that ends at once, so that it changes nothing that A sees of its own data. */
function batchRow(): Row {
  return {
    expected: { ...KEY, 'B key': '404 batch_not_found' },
    prepare: async (precis, { a: { key } }) => {
      const { body } = await precis.call('POST', '/api/youtube/batches', {
        key,
        body: { items: [{ url: 'no video' }] },
      });
      const id = body.data.batch_id as string;
      return () => ({ id });
    },
  };
}

/** The routes of summaries, jobs, batches and records of requests, and the expected outcome for each caller. */
export const YOUTUBE_ROWS: Record<string, Row> = {
  'POST /api/youtube/playground/summarize': { expected: session('200'), send: () => ({ body: VIDEO }) },
  'POST /api/youtube/summarize': { expected: KEY, send: () => ({ body: VIDEO }) },
  'POST /api/youtube/transcript': { expected: KEY, send: () => ({ body: VIDEO }) },
  'POST /api/youtube/estimate': { expected: KEY, send: () => ({ body: VIDEO }) },
  'POST /api/youtube/batches': {
    expected: { ...KEY, 'A key': '202', 'B key': '202' },
    send: () => ({ body: { items: [{ url: 'no video' }] } }),
  },
  'GET /api/youtube/batches/{id}': batchRow(),
  'DELETE /api/youtube/batches/{id}': batchRow(),
  'POST /api/youtube/info': {
    expected: { ...EITHER, ...KEYLESS },
    send: () => ({ body: VIDEO }),
  },
  'GET /api/usage/summary': { expected: EITHER },
  'GET /api/requests/{id}': {
    expected: { ...EITHER, ...KEYLESS, 'B key': '404 request_not_found', 'B session': '404 request_not_found' },
    prepare: async (precis, { a: { key } }) => {
      const id = `request-${randomUUID()}`;
      await precis.call('POST', '/api/youtube/info', { key, body: VIDEO, headers: { 'x-request-id': id } });
      await eventually(
        'its record is kept',
        async () => (await precis.call('GET', `/api/requests/${id}`, { key })).status === 200,
      );
      return () => ({ id });
    },
  },
  'GET /api/youtube/summaries': { expected: { ...EITHER, ...KEYLESS } },
  'GET /api/youtube/summaries/{id}': {
    expected: { ...EITHER, ...KEYLESS, ...NOT_FOUND_BY_B },
    prepare: async (precis, { a }) => {
      const [id] = await summariesOf(precis, a);
      return () => ({ id });
    },
  },
  'GET /api/youtube/summaries/{id}/verify': {
    expected: { ...EITHER, ...KEYLESS, ...NOT_FOUND_BY_B },
    prepare: async (precis, { a }) => {
      const [id] = await summariesOf(precis, a);
      return () => ({ id });
    },
  },
  'GET /api/youtube/jobs/{id}': {
    expected: { ...EITHER, ...KEYLESS, 'B key': '404 job_not_found', 'B session': '404 job_not_found' },
    prepare: async (precis, { a: { key } }) => {
      const headers = { prefer: 'respond-async' };
      const { body } = await precis.call('POST', '/api/youtube/summarize', { key, body: VIDEO, headers });
      const id = body.data.job_id as string;
      const job = () => precis.call('GET', `/api/youtube/jobs/${id}`, { key });
      // Its end changes what A sees of itself.
      await eventually('the job has ended', async () => (await job()).body.data.finished_at !== null, 60_000);
      return () => ({ id });
    },
  },
  'DELETE /api/youtube/jobs/{id}': {
    expected: { ...EITHER, ...KEYLESS, 'B key': '404 job_not_found', 'B session': '404 job_not_found' },
    fresh: ['a'],
    prepare: async (precis, { a: { key } }) => {
      const [headers, body] = [{ prefer: 'respond-async' }, { url: 'https://youtu.be/precis-gone' }];
      const answer = await precis.call('POST', '/api/youtube/summarize', { key, body, headers });
      return () => ({ id: answer.body.data.job_id as string });
    },
  },
  'DELETE /api/youtube/summaries/{id}': {
    // A deletes one with the key and another with the session.
    expected: { ...EITHER, ...KEYLESS, ...NOT_FOUND_BY_B },
    fresh: ['a'],
    prepare: async (precis, { a }) => {
      const [one, other] = await summariesOf(precis, a, 2);
      return (caller) => ({ id: caller === 'A session' ? other : one });
    },
  },
};
