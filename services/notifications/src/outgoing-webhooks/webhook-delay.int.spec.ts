import { eventually } from '@precis/testing/eventually';
import { AuthClient } from '../mails/auth.client.js';
import { WebhookReceiver } from '../testing/webhook-receiver.js';
import { WebhooksWorld } from '../testing/webhooks-world.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let world: WebhooksWorld;
let receiver: WebhookReceiver;
beforeEach(async () => {
  world = await WebhooksWorld.start();
  receiver = await WebhookReceiver.listen();
});
afterEach(async () => {
  await receiver?.close();
  await world?.close();
});

/** The number of deliveries measured until that point, and the sum of their minutes by the product's clock. */
async function measured(until: 'first_attempt' | 'delivered') {
  const text = await world.notifications.app.metrics.metrics();
  const sample = (suffix: string) =>
    Number(new RegExp(`^precis_webhook_delay_seconds_${suffix}\\{until="${until}"\\} (.+)$`, 'm').exec(text)![1]);
  return { count: sample('count'), minutes: Math.round(sample('sum') / 60) };
}
const delivered = ({ state }: { state: string }) => state === 'delivered';

describe('the delay of an outgoing webhook', () => {
  it('ends with our first attempt, for any answer of the receiver; the time until the delivery is a separate metric', async () => {
    receiver.answer = () => ({ status: 500 });
    const customer = await world.customer(receiver.url);
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await world.delivery(customer, 'a failed attempt', ({ attempts }) => attempts.length === 1);
    expect(await measured('first_attempt')).toEqual({ count: 1, minutes: 0 });
    expect(await measured('delivered')).toEqual({ count: 0, minutes: 0 });
    receiver.answer = () => ({ status: 200 });
    world.clock.pass(10 * MINUTE_MS);
    await world.delivery(customer, 'the delivery', delivered);
    expect(await measured('first_attempt')).toEqual({ count: 1, minutes: 0 });
    expect(await measured('delivered')).toEqual({ count: 1, minutes: 10 });
  });

  it('includes the time in which auth was unavailable, but not that in which the account was suspended', async () => {
    const { auth } = world.notifications;
    const customer = await world.customer(receiver.url);
    const recipient = { address: 'ada@example.com', name: 'Ada', isStopped: true };
    auth.recipients.set(customer.accountId, recipient);
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await world.delivery(customer, 'held', ({ cause }) => cause === 'account_stopped');
    auth.recipients.set(customer.accountId, { ...recipient, isStopped: false });
    world.clock.pass(HOUR_MS);
    await world.delivery(customer, 'the delivery', delivered);
    expect(await measured('first_attempt')).toEqual({ count: 0, minutes: 0 });

    auth.close();
    const other = await world.customer(receiver.url);
    await world.notifications.publish(world.jobCompleted(other.accountId));
    await world.delivery(other, 'held', ({ cause }) => cause === 'auth_unavailable');
    await auth.listen(`${world.notifications.folder}/auth.sock`);
    // The clock moves once, so the next try must not meet a channel that still waits before it connects again.
    const client = world.notifications.app.nest.get(AuthClient, { strict: false });
    const reachesAuth = () =>
      client.recipient(other.accountId, '').then(
        () => true,
        () => false,
      );
    await eventually('the product reaches auth', reachesAuth, 15_000);
    world.clock.pass(2 * MINUTE_MS);
    await world.delivery(other, 'the delivery', delivered);
    expect(await measured('first_attempt')).toEqual({ count: 1, minutes: 2 });
  });

  it('counts as overdue only while nothing is sent to the endpoint: a slow receiver alerts nobody', async () => {
    const { endpointId } = await world.customer(receiver.url);
    const { database } = world.notifications;
    // Due in the future by the product's clock, so that no sender takes them.
    const due = new Date(world.clock.now().getTime() + MINUTE_MS);
    const queued = (lease: string | null) =>
      database.query(
        `INSERT INTO webhook_deliveries
           (id, endpoint_id, event_id, event_type, body, state, next_try_at, lease_until, created_at, queued_at, correlation_id)
         VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'job.failed', '{}', 'queued', $2, clock_timestamp() + $3::interval, $2, $2, 'c')`,
        [endpointId, due, lease],
      );
    const waiting = () => new WebhookQueueRepository(database).waiting(new Date(due.getTime() + 2 * MINUTE_MS));
    await queued(null);
    expect(await waiting()).toEqual({ queued: 1, overdueSeconds: 120 });
    await queued('1 hour');
    expect(await waiting()).toEqual({ queued: 2, overdueSeconds: 0 });
  });
});
