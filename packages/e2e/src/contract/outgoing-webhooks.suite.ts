import { eventually } from '@precis/testing/eventually';
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Account, registerWithKey } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPublicError } from '../deployment/error-answers.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const EVENTS = ['job.completed', 'job.failed'];

/** An account's webhooks, from HTTP to the receiver (HOOK-1 to HOOK-5, HOOK-13). */
export function outgoingWebhooksContract(using: () => Deployment): void {
  describe('webhooks of an account', () => {
    let ann: Account & { key: string };
    let receiver: Server;
    let url: string;
    let got: { headers: Record<string, unknown>; body: string }[];
    beforeAll(async () => {
      receiver = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk: Buffer) => (body += chunk.toString()));
        request.on('end', () => {
          got.push({ headers: request.headers, body });
          response.writeHead(204).end();
        });
      });
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
      url = `http://localhost:${(receiver.address() as AddressInfo).port}/hooks`;
    });
    afterAll(() => void receiver.close());
    beforeEach(async () => {
      got = [];
      ann = await registerWithKey(using());
    });
    const call = (method: string, path: string, body?: object) =>
      using().call(method, `/api/webhooks${path}`, { key: ann.key, body });
    const create = async () => (await call('POST', '', { url, events: EVENTS })).body;
    const deliveryThat = (id: string, status: string) =>
      eventually('the delivery', async () => {
        const { deliveries } = (await call('GET', `/${id}/deliveries`)).body;
        return deliveries.find((one: { status: string }) => one.status === status);
      });
    const signatureOf = (secret: string, { headers, body }: (typeof got)[number]) =>
      `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
        .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
        .digest('base64')}`;

    it('are made with a secret that is shown once, changed, and deleted', async () => {
      const { webhook, secret, success } = await create();
      expect(success).toBe(true);
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const plain = {
        id: expect.any(String),
        url,
        events: EVENTS,
        enabled: true,
        disabled_reason: null,
        failing_since: null,
        old_secret_valid_until: null,
        created_at: TIME,
      };
      expect(webhook).toEqual(plain);
      expect((await call('GET', '')).body).toEqual({ success: true, webhooks: [plain] });
      const { id } = webhook;
      const changed = await call('PUT', `/${id}`, { url, events: ['batch.ended'], enabled: false });
      expect(changed.body.webhook).toMatchObject({ events: ['batch.ended'], enabled: false, disabled_reason: 'owner' });
      expectPublicError(await call('POST', `/${id}/test`), 409, 'webhook_disabled');
      const rotated = await call('POST', `/${id}/rotate`, { overlap_hours: 2 });
      expect(rotated.body).toMatchObject({
        secret: expect.not.stringContaining(secret),
        webhook: { old_secret_valid_until: TIME },
      });
      expect((await call('GET', `/${id}`)).text).not.toContain('whsec_');
      expect((await call('DELETE', `/${id}`)).status).toBe(200);
      expectPublicError(await call('DELETE', `/${id}`), 404, 'webhook_not_found');
      expectPublicError(await call('GET', '/x'), 404, 'webhook_not_found');
    });

    it('are refused for what they cannot be: 400 with a code of its own, 409 beyond five', async () => {
      for (const [wrong, code] of [
        ['http://hooks.example/', 'webhook_url_not_https'],
        ['https://me:pw@hooks.example/', 'webhook_url_has_credentials'],
        ['https://hooks.example:25/', 'webhook_url_bad_port'],
        ['hooks', 'webhook_url_not_a_url'],
      ])
        expectPublicError(await call('POST', '', { url: wrong, events: EVENTS }), 400, code);
      for (let n = 0; n < 5; n++) await create();
      expectPublicError(await call('POST', '', { url, events: EVENTS }), 409, 'too_many_webhooks');
    });

    it('get the end of a job, signed, and once more under the same id when it is replayed', async () => {
      const { webhook, secret } = await create();
      const headers = { prefer: 'respond-async' };
      const video = { url: 'https://youtu.be/precisDemo1', summary_type: 'short' };
      const job = await using().call('POST', '/api/youtube/summarize', { key: ann.key, body: video, headers });
      const { id } = await deliveryThat(webhook.id, 'delivered');
      expect(got).toHaveLength(1);
      expect(got[0].headers['webhook-signature']).toBe(signatureOf(secret, got[0]));
      expect(JSON.parse(got[0].body)).toEqual({
        type: 'job.completed',
        timestamp: TIME,
        data: { job_id: job.body.data.job_id, url: expect.stringContaining(job.body.data.job_id) },
      });
      const { pathname } = new URL(JSON.parse(got[0].body).data.url);
      expect((await using().call('GET', pathname, { key: ann.key })).body.data.status).toBe('completed');
      expect((await call('POST', `/${webhook.id}/deliveries/${id}/replay`)).status).toBe(200);
      await eventually('the replay', () => got.length === 2);
      expect(got[1].headers['webhook-id']).toBe(got[0].headers['webhook-id']);
      expectPublicError(await call('POST', `/${webhook.id}/deliveries/x/replay`), 404, 'webhook_delivery_not_found');
    });

    it('are tried by a test, whose outcome is in the log', async () => {
      const { webhook, secret } = await create();
      expect((await call('POST', `/${webhook.id}/test`)).body.delivery).toMatchObject({ event: 'webhook.test' });
      expect(await deliveryThat(webhook.id, 'delivered')).toEqual({
        id: expect.any(String),
        webhook_id: got[0].headers['webhook-id'],
        event: 'webhook.test',
        status: 'delivered',
        cause: null,
        created_at: TIME,
        next_attempt_at: null,
        attempts: [{ at: TIME, duration_ms: expect.any(Number), status: 204, error: null }],
      });
      expect(got[0].headers['webhook-signature']).toBe(signatureOf(secret, got[0]));
    });
  });
}
