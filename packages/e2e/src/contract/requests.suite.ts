import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { type Account, registerWithKey, usedOf } from '../deployment/accounts.js';
import type { CallOptions } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPublicError } from '../deployment/error-answers.js';

const SUMMARISE = '/api/youtube/summarize';
const DEMO = { url: 'https://youtu.be/precisDemo1', summary_type: 'short' };

/** GET /api/requests/{id} (API-33): its `charged` agrees with the count of videos. */
export function requestsContract(using: () => Deployment): void {
  describe('GET /api/requests/{id}', () => {
    let ann: Account & { key: string };
    let ben: Account & { key: string };
    beforeAll(async () => {
      [ann, ben] = await Promise.all([registerWithKey(using()), registerWithKey(using())]);
    });

    /** Sends a request as ann, and reads its record. */
    async function receiptOf(path: string, options: CallOptions = {}) {
      const { headers, ...rest } = options;
      const id = `receipt-${randomUUID()}`;
      const sent = await using().call('POST', path, {
        key: ann.key,
        ...rest,
        headers: { ...headers, 'x-request-id': id },
      });
      return { id, sent, receipt: await read(id, () => true) };
    }
    const read = (id: string, isReady: (data: Record<string, unknown>) => boolean) =>
      eventually('the record is kept', async () => {
        const { status, body } = await using().call('GET', `/api/requests/${id}`, { key: ann.key });
        return status === 200 && isReady(body.data) ? (body.data as Record<string, unknown>) : undefined;
      });

    it('says of each request what was answered and whether it cost a video, as the count says', async () => {
      const key = { 'idempotency-key': randomUUID(), 'x-client-name': 'receipts/1' };
      const paid = await receiptOf(SUMMARISE, { body: DEMO, headers: key });
      expect(paid.receipt).toMatchObject({
        request_id: paid.id,
        method: 'POST',
        endpoint: SUMMARISE,
        status: 200,
        code: null,
        charged: true,
        charge: 'yes',
        engine: 'extractive',
        idempotent_replay: false,
        client: 'receipts/1',
      });
      const replayed = await receiptOf(SUMMARISE, { body: DEMO, headers: key });
      expect(replayed.receipt).toMatchObject({ status: 200, charged: false, idempotent_replay: true });
      const mute = await receiptOf(SUMMARISE, { body: { url: 'https://youtu.be/precis-mute' } });
      expect(mute.receipt).toMatchObject({ status: 404, code: 'transcript_disabled', charged: false, engine: null });
      const wrong = await receiptOf(SUMMARISE, { body: { url: 7 } });
      expect(wrong.receipt).toMatchObject({ status: 400, code: 'invalid_parameter', charged: false, call_id: null });
      const info = await receiptOf('/api/youtube/info', { body: { url: DEMO.url } });
      expect(info.receipt).toMatchObject({ status: 200, endpoint: '/api/youtube/info', charged: false });
      expect(await usedOf(using(), ann)).toBe(1);
    });

    it('follows a job to its charge, and a stream by what it ended with', async () => {
      const job = await receiptOf(SUMMARISE, { body: DEMO, headers: { prefer: 'respond-async' } });
      expect(job.receipt).toMatchObject({ status: 202, call_id: job.sent.body.data.job_id });
      await read(job.id, ({ charge }) => charge === 'yes');
      const stream = await receiptOf(SUMMARISE, {
        body: { url: 'https://youtu.be/precis-gone' },
        headers: { accept: 'text/event-stream' },
      });
      expect(stream.receipt).toMatchObject({ status: 404, code: 'video_unavailable', charged: false });
      expect(await usedOf(using(), ann)).toBe(2);
    });

    it('answers its own account alone, by key and by session; a refused credential leaves nothing', async () => {
      const { id } = await receiptOf('/api/youtube/info', { body: { url: DEMO.url } });
      expect((await using().call('GET', `/api/requests/${id}`, { token: ann.token })).status).toBe(200);
      expectPublicError(await using().call('GET', `/api/requests/${id}`, { key: ben.key }), 404, 'request_not_found');
      expectPublicError(await using().call('GET', `/api/requests/${id}`), 401, 'api_key_missing');
      expectPublicError(await using().call('GET', '/api/requests/no', { key: ann.key }), 404, 'request_not_found');
    });
  });
}
