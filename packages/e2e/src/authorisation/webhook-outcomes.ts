import { eventually } from '@precis/testing/eventually';
import type { Deployment } from '../deployment/deployment.js';
import { EITHER, type Row } from './callers.js';
import type { Customer } from './people.js';

/** On a route of the public API, a caller without a credential lacks a key. */
const KEYLESS = { nobody: '401 api_key_missing', unverified: '401 api_key_missing' };
const NO_WEBHOOK_OF_B = { 'B key': '404 webhook_not_found', 'B session': '404 webhook_not_found' };
const OF_A_WEBHOOK = { ...EITHER, ...KEYLESS, ...NO_WEBHOOK_OF_B };
/** Nothing listens at this address. */
const WEBHOOK = { url: 'http://localhost:9/hooks', events: ['job.failed'] };

async function newWebhookOf(precis: Deployment, { key }: Customer): Promise<string> {
  return (await precis.call('POST', '/api/webhooks', { key, body: WEBHOOK })).body.webhook.id as string;
}

/** Any webhook of the person: an account has at most five. */
async function webhookOf(precis: Deployment, person: Customer): Promise<string> {
  const { webhooks } = (await precis.call('GET', '/api/webhooks', { key: person.key })).body;
  return (webhooks[0]?.id as string | undefined) ?? newWebhookOf(precis, person);
}

/** A test delivery that has ended, because its end would otherwise change what A sees of its own data. */
async function deliveryOf(precis: Deployment, { key }: Customer, id: string): Promise<string> {
  const { body } = await precis.call('POST', `/api/webhooks/${id}/test`, { key });
  const all = async () => (await precis.call('GET', `/api/webhooks/${id}/deliveries`, { key })).body.deliveries;
  await eventually('the test has ended', async () =>
    (await all()).every(({ status }: { status: string }) => status !== 'queued'),
  );
  return body.delivery.id as string;
}

/** The routes of an account's webhooks, and the expected outcome for each caller. */
export const WEBHOOK_ROWS: Record<string, Row> = {
  'GET /api/webhooks': { expected: { ...EITHER, ...KEYLESS } },
  'POST /api/webhooks': { expected: { ...EITHER, ...KEYLESS }, send: () => ({ body: WEBHOOK }) },
  'GET /api/webhooks/{id}': {
    expected: OF_A_WEBHOOK,
    prepare: async (precis, { a }) => {
      const id = await webhookOf(precis, a);
      return () => ({ id });
    },
  },
  'PUT /api/webhooks/{id}': {
    expected: OF_A_WEBHOOK,
    prepare: async (precis, { a }) => {
      const id = await webhookOf(precis, a);
      return () => ({ id, body: { ...WEBHOOK, enabled: false } });
    },
  },
  'DELETE /api/webhooks/{id}': {
    // A deletes one with the key and another with the session.
    expected: OF_A_WEBHOOK,
    prepare: async (precis, { a }) => {
      const [one, other] = [await newWebhookOf(precis, a), await newWebhookOf(precis, a)];
      return (caller) => ({ id: caller === 'A session' ? other : one });
    },
  },
  'POST /api/webhooks/{id}/rotate': {
    expected: OF_A_WEBHOOK,
    prepare: async (precis, { a }) => {
      const id = await webhookOf(precis, a);
      return () => ({ id });
    },
  },
  'POST /api/webhooks/{id}/test': {
    expected: OF_A_WEBHOOK,
    fresh: ['a'],
    prepare: async (precis, { a }) => {
      const id = await webhookOf(precis, a);
      return () => ({ id });
    },
  },
  'GET /api/webhooks/{id}/deliveries': {
    expected: OF_A_WEBHOOK,
    prepare: async (precis, { a }) => {
      const id = await webhookOf(precis, a);
      return () => ({ id });
    },
  },
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/replay': {
    // A waiting delivery cannot be replayed, so A has one for the key and one for the session.
    expected: OF_A_WEBHOOK,
    fresh: ['a'],
    prepare: async (precis, { a }) => {
      const id = await webhookOf(precis, a);
      const [one, other] = [await deliveryOf(precis, a, id), await deliveryOf(precis, a, id)];
      return (caller) => ({ id, deliveryId: caller === 'A session' ? other : one });
    },
  },
};
