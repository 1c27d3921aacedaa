import { EVENTS } from '@precis/events/catalogue/events';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { WebhookReceiver } from '../testing/webhook-receiver.js';
import { type Customer, WebhooksWorld } from '../testing/webhooks-world.js';

const HOUR_MS = 3_600_000;
let world: WebhooksWorld;
let receiver: WebhookReceiver;
beforeAll(async () => void (world = await WebhooksWorld.start({ WEBHOOK_TESTS_PER_DAY: '3' })));
beforeEach(async () => void (receiver = await WebhookReceiver.listen()));
afterEach(() => receiver.close());
afterAll(() => world?.close());

const decided = (customer: Customer) =>
  world.delivery(customer, 'a decided delivery', ({ state }) => state !== 'queued');
const of = ({ accountId, endpointId }: Customer) => ({ accountId, endpointId });
const refusal = (kind: string, code: string) => ({ kind, code });

describe('an account', () => {
  it('that is suspended gets nothing until it is resumed, and then the waiting deliveries (HOOK-9)', async () => {
    const customer = await world.customer(receiver.url);
    const recipient = { address: 'ada@example.com', name: 'Ada', isStopped: true };
    world.notifications.auth.recipients.set(customer.accountId, recipient);
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await world.delivery(customer, 'held', ({ cause }) => cause === 'account_stopped');
    expect(receiver.received).toEqual([]);
    world.notifications.auth.recipients.set(customer.accountId, { ...recipient, isStopped: false });
    world.clock.pass(HOUR_MS);
    expect(await decided(customer)).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] });
  });

  it('that is erased leaves no data, and none is stored again (HOOK-14)', async () => {
    const customer = await world.customer(receiver.url);
    const { accountId } = customer;
    await world.rpc.testEndpoint(of(customer));
    await decided(customer);
    await world.notifications.publish(EVENTS.userDeleted.of({ userId: accountId }, world.clock.now()), 2);
    await eventually('gone', async () => (await world.rpc.listEndpoints({ accountId })).endpoints.length === 0);
    await expect(world.customer(receiver.url, undefined, accountId)).rejects.toMatchObject({ code: 'bad_account_id' });
    for (const table of ['webhook_endpoints', 'webhook_budgets'])
      expect(
        await world.notifications.database.query(`SELECT FROM ${table} WHERE account_id = $1`, [accountId]),
      ).toEqual([]);
    const [{ orphans }] = await world.notifications.database.query(
      `SELECT count(*)::int AS orphans FROM webhook_deliveries d WHERE NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = d.endpoint_id)`,
    );
    expect(orphans).toBe(0);
  });

  it('has at most 5 endpoints, also after simultaneous calls (HOOK-1)', async () => {
    const accountId = randomUUID();
    const made = await Promise.allSettled(
      Array.from({ length: 9 }, () => world.customer(receiver.url, undefined, accountId)),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(world.customer(receiver.url, undefined, accountId)).rejects.toMatchObject(
      refusal('conflict', 'too_many_webhooks'),
    );
  });

  it('has a daily number of tests and replays; a test is tried once (HOOK-12)', async () => {
    receiver.answer = () => ({ status: 500 });
    const customer = await world.customer(receiver.url);
    const { delivery } = await world.rpc.testEndpoint(of(customer));
    expect(delivery).toMatchObject({ eventType: 'webhook.test', state: 'queued' });
    expect(await decided(customer)).toMatchObject({ state: 'failed', cause: 'http_500', attempts: [{ status: 500 }] });
    const replay = { ...of(customer), deliveryId: delivery!.deliveryId };
    await world.rpc.replayWebhookDelivery(replay);
    await expect(world.rpc.replayWebhookDelivery(replay)).rejects.toMatchObject({ code: 'webhook_delivery_queued' });
    await decided(customer);
    await world.rpc.testEndpoint(of(customer));
    await expect(world.rpc.testEndpoint(of(customer))).rejects.toMatchObject(
      refusal('exhausted', 'too_many_webhook_tests'),
    );
    await expect(world.rpc.replayWebhookDelivery(replay)).rejects.toMatchObject(
      refusal('exhausted', 'too_many_webhook_tests'),
    );
    world.clock.days(1);
    await world.rpc.testEndpoint(of(customer));
  });

  it('cannot see the endpoints of another account', async () => {
    const customer = await world.customer(receiver.url);
    await world.rpc.testEndpoint(of(customer));
    const { deliveryId } = await decided(customer);
    const thief = { accountId: randomUUID(), endpointId: customer.endpointId };
    const unknown = refusal('not_found', 'webhook_not_found');
    const wish = { url: receiver.url, eventTypes: ['job.failed'], isEnabled: false };
    for (const attempt of [
      world.rpc.getEndpoint(thief),
      world.rpc.changeEndpoint({ ...thief, ...wish }),
      world.rpc.deleteEndpoint(thief),
      world.rpc.rotateEndpointSecret({ ...thief, overlapSeconds: 0 }),
      world.rpc.testEndpoint(thief),
      world.rpc.listWebhookDeliveries({ ...thief, cursor: '', limit: 10 }),
      world.rpc.replayWebhookDelivery({ ...thief, deliveryId }),
    ])
      await expect(attempt).rejects.toMatchObject(unknown);
    expect((await world.rpc.listEndpoints(thief)).endpoints).toEqual([]);
    const other = await world.customer(receiver.url, undefined, customer.accountId);
    await expect(world.rpc.replayWebhookDelivery({ ...of(other), deliveryId })).rejects.toMatchObject({
      code: 'webhook_delivery_not_found',
    });
  });
});
