import { EVENTS } from '@precis/events/catalogue/events';
import { inTransaction } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { WebhookReceiver } from '../testing/webhook-receiver.js';
import { type Customer, WebhooksWorld } from '../testing/webhooks-world.js';
import { ForgetWebhookDeliveries } from './forget-webhook-deliveries.usecase.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';

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

describe('the events of an account', () => {
  it('arrive at each endpoint that subscribed to them, signed, once per event, with ids only (HOOK-2, HOOK-5)', async () => {
    const customer = await world.customer(receiver.url);
    const picky = await world.customer(`${receiver.url}?picky`, ['quota.threshold'], customer.accountId);
    const stranger = await world.customer(receiver.url);
    const { accountId: userId } = customer;
    const now = world.clock.now();
    const callId = randomUUID();
    const ids = await world.notifications.publishAll(
      [
        world.jobCompleted(userId, callId),
        EVENTS.jobEnded.of({ userId, jobId: callId, isCompleted: false, code: 'no_captions' }, now),
        EVENTS.batchEnded.of({ userId, batchId: callId, items: 3, completed: 1, failed: 1, cancelled: 1 }, now),
        EVENTS.quotaThresholdReached.of({ userId, month: '2026-11', percent: 80, used: 80, limit: 100 }, now),
      ],
      2,
    );
    await eventually('all five', () => receiver.received.length === 5);
    await eventually('all recorded', async () =>
      (await world.deliveries(customer)).every(({ state }) => state === 'delivered'),
    );
    const wanted = receiver.received.filter(({ headers }) => headers['user-agent'] === 'Precis-Webhooks/1');
    expect(wanted.map(({ id }) => id).sort()).toEqual(
      [ids[0], ids[1], ids[2], ids[3], ids[3]].map((id) => `msg_${id}`).sort(),
    );
    const said = wanted.map(({ body }) => JSON.parse(body));
    expect(said).toContainEqual({
      type: 'job.completed',
      timestamp: now.toISOString(),
      data: { job_id: callId, url: `http://localhost:8080/api/youtube/jobs/${callId}` },
    });
    expect(said).toContainEqual(
      expect.objectContaining({ type: 'job.failed', data: expect.objectContaining({ code: 'no_captions' }) }),
    );
    expect(said).toContainEqual(
      expect.objectContaining({
        type: 'batch.ended',
        data: expect.objectContaining({ batch_id: callId, completed: 1 }),
      }),
    );
    expect(said.filter(({ type }) => type === 'quota.threshold')).toHaveLength(2);
    expect(await world.deliveries(stranger)).toEqual([]);
    expect(await world.deliveries(picky)).toMatchObject([
      { state: 'delivered', attempts: [{ status: 204, error: '' }] },
    ]);
    receiver.received.splice(0, Infinity, ...receiver.received.filter(({ body }) => !body.includes('quota')));
    expect(receiver.verified(customer.secret).size).toBe(3);
    expect(() => receiver.verified(stranger.secret)).toThrow();
  });

  it('that arrive more than 3 days late have failed in the log, and can be replayed (HOOK-5)', async () => {
    const customer = await world.customer(receiver.url);
    const late = world.jobCompleted(customer.accountId);
    world.clock.pass(73 * HOUR_MS);
    const younger = await world.customer(receiver.url, ['job.completed'], customer.accountId);
    const id = await world.notifications.publish(late);
    expect(await decided(customer)).toMatchObject({ state: 'failed', cause: 'event_too_old', attempts: [] });
    expect(await world.deliveries(younger)).toEqual([]);
    expect(receiver.received).toEqual([]);

    const [{ deliveryId }] = await world.deliveries(customer);
    await world.rpc.replayWebhookDelivery({ ...of(customer), deliveryId });
    await world.delivery(customer, 'the replay', ({ state }) => state === 'delivered');
    expect(receiver.received).toMatchObject([{ id: `msg_${id}` }]);
  });

  it('that are stale are not sent when the bus delivers them again, nor are any to a disabled endpoint', async () => {
    const customer = await world.customer(receiver.url);
    const { accountId: userId } = customer;
    const message = { userId, month: '2026-11', percent: 80, used: 80, limit: 100 };
    const longAgo = new Date(world.clock.now().getTime() - 73 * HOUR_MS);
    await world.rpc.changeEndpoint({
      ...of(customer),
      url: receiver.url,
      eventTypes: ['job.completed'],
      isEnabled: false,
    });
    const [, , last] = await world.notifications.publishAll([
      EVENTS.quotaThresholdReached.of(message, longAgo),
      world.jobCompleted(userId),
      EVENTS.passwordChanged.of({ userId, how: 'changed' }, world.clock.now()),
    ]);
    await eventually('the last event', () => world.notifications.state(last));
    await world.rpc.changeEndpoint({
      ...of(customer),
      url: receiver.url,
      eventTypes: ['job.completed'],
      isEnabled: true,
    });
    expect(await world.deliveries(customer)).toEqual([]);
  });

  it('that are queued while the endpoint is being disabled fail too (HOOK-11)', async () => {
    const customer = await world.customer(receiver.url);
    const { app, database } = world.notifications;
    const queue = new WebhookQueueRepository(database);
    const createdAt = world.clock.now();
    const event = {
      type: 'job.completed',
      body: '{}',
      correlationId: 'c',
      traceparent: null,
      createdAt,
      staleSince: null,
    };
    await inTransaction(database, async (manager) => {
      await queue.queue(manager, customer.accountId, { ...event, eventId: randomUUID() }, [randomUUID()], 10);
      const change = { url: receiver.url, eventTypes: ['job.completed'], isEnabled: false };
      await world.rpc.changeEndpoint({ ...of(customer), ...change });
    });
    await app.nest.get(ForgetWebhookDeliveries, { strict: false }).execute();
    expect(await world.deliveries(customer)).toMatchObject([{ state: 'failed', cause: 'endpoint_disabled' }]);
    expect(receiver.received).toEqual([]);
  });
});

describe('a failing endpoint', () => {
  it('gets the same webhook-id again with growing delays, and after the last attempt the delivery has failed (HOOK-10)', async () => {
    receiver.answer = () => ({ status: 500 });
    const customer = await world.customer(receiver.url);
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    for (let tries = 1; tries < 9; tries++) {
      await world.delivery(
        customer,
        `try ${tries}`,
        ({ attempts, nextAttemptAtMs }) => attempts.length === tries && nextAttemptAtMs > world.clock.now().getTime(),
      );
      expect(receiver.received).toHaveLength(tries);
      world.clock.pass(11 * HOUR_MS);
    }
    expect(await decided(customer)).toMatchObject({ state: 'failed', cause: 'http_500' });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect((await world.endpoint(customer)).failingSinceMs).toBeGreaterThan(0);

    receiver.answer = () => ({ status: 200 });
    const [{ deliveryId }] = await world.deliveries(customer);
    await world.rpc.replayWebhookDelivery({ ...of(customer), deliveryId });
    expect(await decided(customer)).toMatchObject({ state: 'delivered', webhookId: receiver.received[0].id });
    expect(receiver.verified(customer.secret).size).toBe(1);
    expect((await world.endpoint(customer)).failingSinceMs).toBe(0);
  });

  it('that answers 410 is disabled immediately, its owner gets a mail, and waiting deliveries fail (HOOK-11)', async () => {
    receiver.answer = () => ({ status: 503 });
    const customer = await world.customer(receiver.url);
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await world.delivery(customer, 'a first failure', ({ attempts }) => attempts.length === 1);
    receiver.answer = () => ({ status: 410 });
    const mails = world.notifications.smtp.mails.length;
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await eventually('disabled', async () => !(await world.endpoint(customer)).isEnabled);
    expect(await world.endpoint(customer)).toMatchObject({ disabledReason: 'gone' });
    expect((await world.deliveries(customer)).map(({ state, cause }) => [state, cause]).sort()).toEqual([
      ['failed', 'endpoint_disabled'],
      ['failed', 'http_410'],
    ]);
    await eventually('the mail', () => world.notifications.smtp.mails.length > mails);
    expect(world.notifications.smtp.mails.at(-1)).toContain('A webhook was disabled');
    await expect(world.rpc.testEndpoint(of(customer))).rejects.toMatchObject(refusal('conflict', 'webhook_disabled'));
  });

  it('without a successful delivery for 5 days is disabled (HOOK-11)', async () => {
    receiver.answer = () => ({ status: 500 });
    const customer = await world.customer(receiver.url);
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await world.delivery(customer, 'a first failure', ({ attempts }) => attempts.length === 1);
    world.clock.days(5);
    await eventually('disabled', async () => (await world.endpoint(customer)).disabledReason === 'failing');
  });
});

describe('an endpoint', () => {
  it('gets signatures of both secrets during the overlap of a rotation, and only of the new one afterwards (HOOK-4)', async () => {
    const customer = await world.customer(receiver.url);
    const { secret } = await world.rpc.rotateEndpointSecret({ ...of(customer), overlapSeconds: 3_600 });
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await decided(customer);
    for (const one of [customer.secret, secret]) expect(receiver.verified(one).size).toBe(1);
    world.clock.pass(HOUR_MS);
    receiver.received.length = 0;
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await eventually('the second', () => receiver.received.length === 1);
    expect(receiver.verified(secret).size).toBe(1);
    expect(() => receiver.verified(customer.secret)).toThrow();
    await world.notifications.app.runClockedWork();
    const [row] = await world.notifications.database.query(
      'SELECT old_ciphertext, old_secret_until FROM webhook_endpoints WHERE id = $1',
      [customer.endpointId],
    );
    expect(row).toEqual({ old_ciphertext: null, old_secret_until: null });
    for (const overlapSeconds of [-1, 86_401])
      await expect(world.rpc.rotateEndpointSecret({ ...of(customer), overlapSeconds })).rejects.toMatchObject({
        code: 'webhook_overlap_invalid',
      });
  });

  it.each([
    [{ url: 'https://user:pw@a.example/' }, 'webhook_url_has_credentials'],
    [{ url: 'http://a.example/' }, 'webhook_url_not_https'],
    [{ url: 'x' }, 'webhook_url_not_a_url'],
    [{ eventTypes: [] }, 'webhook_events_invalid'],
    [{ eventTypes: ['webhook.test'] }, 'webhook_events_invalid'],
    [{ eventTypes: ['job.completed', 'nothing'] }, 'webhook_events_invalid'],
  ])('is not made of %j (HOOK-1)', async (wrong, code) => {
    const right = { accountId: randomUUID(), url: receiver.url, eventTypes: ['job.failed'] };
    await expect(world.rpc.createEndpoint({ ...right, ...wrong })).rejects.toMatchObject(refusal('invalid', code));
  });

  it('has a paged log, newest first, and for 30 days (HOOK-13)', async () => {
    const customer = await world.customer(receiver.url);
    const announcements = Array.from({ length: 5 }, () => world.jobCompleted(customer.accountId));
    await world.notifications.publishAll(announcements);
    await eventually(
      'all five',
      async () => (await world.deliveries(customer)).filter(({ state }) => state === 'delivered').length === 5,
    );
    const all = (await world.deliveries(customer)).map(({ deliveryId }) => deliveryId);
    const paged: string[] = [];
    for (let cursor = ''; ;) {
      const page = await world.rpc.listWebhookDeliveries({ ...of(customer), cursor, limit: 2 });
      paged.push(...page.deliveries.map(({ deliveryId }) => deliveryId));
      if ((cursor = page.next) === '') break;
    }
    expect(paged).toEqual(all);
    world.clock.days(31);
    await world.notifications.app.runClockedWork();
    expect(await world.deliveries(customer)).toEqual([]);
    await expect(world.rpc.listWebhookDeliveries({ ...of(customer), cursor: 'x', limit: 2 })).rejects.toMatchObject({
      code: 'webhook_cursor_invalid',
    });
  });

  it('leaves no secret and no address in logs, rows in clear or metrics (HOOK-4)', async () => {
    const customer = await world.customer(`${receiver.url}?key=canary-of-the-customer`);
    const { secret } = await world.rpc.rotateEndpointSecret({ ...of(customer), overlapSeconds: 60 });
    receiver.answer = () => ({ status: 500, body: 'canary-of-the-receiver' });
    await world.rpc.testEndpoint(of(customer));
    await decided(customer);
    const rows = await world.notifications.database.query(
      `SELECT (SELECT string_agg(e::text, '') FROM webhook_endpoints e) || (SELECT string_agg(d::text, '') FROM webhook_deliveries d)
         || (SELECT string_agg(a::text, '') FROM webhook_attempts a) AS text`,
    );
    const [stored, logs] = [rows[0].text as string, world.notifications.logLines.join('')];
    const metrics = await world.notifications.app.metrics.metrics();
    for (const one of [customer.secret, secret, 'canary-of-the-receiver'])
      for (const text of [stored, logs, metrics]) expect(text).not.toContain(one.replace('whsec_', ''));
    expect(logs + metrics).not.toContain('canary-of-the-customer');
  });
});
