import { eventually } from '@precis/testing/eventually';
import { WebhookReceiver } from '../testing/webhook-receiver.js';
import { WebhooksWorld } from '../testing/webhooks-world.js';

const EVENTS = process.env.FULL ? 1_000 : 120;
const LIMIT_MS = 120_000;
const MINUTE_MS = 60_000;

describe(`${EVENTS} events to an endpoint that fails, hangs and is unreachable`, () => {
  let world: WebhooksWorld;
  beforeAll(async () => void (world = await WebhooksWorld.start({ WEBHOOK_DEADLINE_MS: '100' })));
  afterAll(() => world?.close());

  const dueNow = async () => {
    const [{ n }] = await world.notifications.database.query(
      `SELECT count(*)::int AS n FROM webhook_deliveries WHERE state = 'queued' AND next_try_at <= $1`,
      [world.clock.now()],
    );
    return n as number;
  };
  const allTried = () => eventually('all that is due was tried', async () => (await dueNow()) === 0, LIMIT_MS);

  it('are each delivered at least once, with a valid signature and one id (HOOK-5)', async () => {
    let receiver = await WebhookReceiver.listen();
    const customer = await world.customer(receiver.url);
    const tries = new Map<string, number>();
    let hung = 0;
    let failed = 0;
    const taken = new Set<string>();
    // Of ten requests three fail and one hangs. The attempts of one event go through all ten.
    const flaky: WebhookReceiver['answer'] = ({ id }) => {
      if (!tries.has(id)) tries.set(id, tries.size * 7);
      const turn = tries.get(id)! % 10;
      tries.set(id, tries.get(id)! + 3);
      if (turn === 0) return (hung++, 'hang');
      if (turn <= 3) return (failed++, { status: 500 });
      taken.add(id);
      return { status: 200 };
    };
    receiver.answer = flaky;
    const publish = (count: number) =>
      world.notifications.publishAll(Array.from({ length: count }, () => world.jobCompleted(customer.accountId)));
    const first = await publish(EVENTS / 2);
    const queued = async (count: number) =>
      eventually(
        'all queued',
        async () => (await world.count('queued')) + (await world.count('delivered')) >= count,
        LIMIT_MS,
      );
    await queued(EVENTS / 2);
    await allTried();
    // Unreachable for five minutes of the product's clock.
    await receiver.close();
    const second = await publish(EVENTS / 2);
    await queued(EVENTS);
    for (let minute = 0; minute < 5; minute++) {
      await allTried();
      world.clock.pass(MINUTE_MS);
    }
    await allTried();
    const before = receiver.received;
    receiver = await WebhookReceiver.listen(Number(new URL(receiver.url).port));
    receiver.received.push(...before);
    receiver.answer = flaky;
    for (let round = 0; round < 12 && (await world.count('queued')) > 0; round++) {
      world.clock.pass(round < 6 ? 10 * MINUTE_MS : 120 * MINUTE_MS);
      await allTried();
    }
    await receiver.close();
    const ids = [...first, ...second].map((id) => `msg_${id}`).sort();
    expect([...taken].sort()).toEqual(ids);
    expect([...receiver.verified(customer.secret).keys()].sort()).toEqual(ids);
    expect([await world.count('queued'), await world.count('failed'), await world.count('delivered')]).toEqual([
      0,
      0,
      EVENTS,
    ]);
    expect([hung >= EVENTS / 10, failed >= (EVENTS * 3) / 10]).toEqual([true, true]);
    const [{ refused }] = await world.notifications.database.query(
      `SELECT count(*)::int AS refused FROM webhook_attempts WHERE error = 'connection_refused'`,
    );
    expect(refused).toBeGreaterThanOrEqual(EVENTS / 2);
  }, 300_000);
});

describe('an endpoint that hangs (HOOK-8)', () => {
  let world: WebhooksWorld;
  let slow: WebhookReceiver;
  let well: WebhookReceiver;
  beforeEach(async () => {
    world = await WebhooksWorld.start({ WEBHOOK_DEADLINE_MS: '10000' });
    [slow, well] = [await WebhookReceiver.listen(), await WebhookReceiver.listen()];
    slow.answer = () => 'hang';
  });
  afterEach(async () => {
    // Hanging requests fail now, so that the service waits for nothing.
    await slow?.close();
    await well?.close();
    await world?.close();
  });

  it('takes at most two lanes over all copies, and the webhooks of others are sent', async () => {
    const second = await world.notifications.startCopy(await world.notifications.quietBus());
    try {
      const hanging = await world.customer(slow.url);
      const other = await world.customer(well.url);
      await world.notifications.publishAll(Array.from({ length: 10 }, () => world.jobCompleted(hanging.accountId)));
      await eventually('both lanes hang', () => slow.hanging === 2);
      await world.notifications.publishAll(Array.from({ length: 20 }, () => world.jobCompleted(other.accountId)));
      await eventually('those of the other', () => well.received.length === 20);
      expect([slow.hanging, slow.received.length]).toEqual([2, 2]);
      await slow.close();
    } finally {
      await second.close();
    }
  });

  it('takes at most two lanes also when it is disabled, enabled and replayed meanwhile', async () => {
    const hanging = await world.customer(slow.url);
    const { accountId, endpointId } = hanging;
    const other = await world.customer(well.url);
    const publish = (account: string, count: number) =>
      world.notifications.publishAll(Array.from({ length: count }, () => world.jobCompleted(account)));
    await publish(accountId, 2);
    await eventually('both lanes hang', () => slow.hanging === 2);
    for (const isEnabled of [false, true])
      await world.rpc.changeEndpoint({
        accountId,
        endpointId,
        url: slow.url,
        eventTypes: ['job.completed'],
        isEnabled,
      });
    for (const { deliveryId } of await world.deliveries(hanging))
      await world.rpc.replayWebhookDelivery({ accountId, endpointId, deliveryId });
    await publish(accountId, 3);
    await publish(other.accountId, 20);
    await eventually('those of the other', () => well.received.length === 20);
    expect([slow.hanging, slow.received.length]).toEqual([2, 2]);
    slow.answer = () => ({ status: 204 });
    // Long before the lease of the two ends.
    await eventually(
      'all are sent once the two have ended',
      async () => (await world.count('delivered')) === 25,
      30_000,
    );
    expect(slow.received).toHaveLength(7);
  });

  it('and has failed before shares half of the places with all other failing ones', async () => {
    const many = await Promise.all(Array.from({ length: 100 }, () => world.customer(slow.url)));
    await world.notifications.database.query('UPDATE webhook_endpoints SET failing_since = now()');
    const other = await world.customer(well.url);
    await world.notifications.publishAll(many.map(({ accountId }) => world.jobCompleted(accountId)));
    await eventually('64 hang', () => slow.hanging === 64);
    await world.notifications.publish(world.jobCompleted(other.accountId));
    await eventually('that of the other', () => well.received.length === 1);
    expect([slow.hanging, slow.received.length]).toEqual([64, 64]);
  });
});

describe('a sender that is killed', () => {
  let world: WebhooksWorld;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    world = await WebhooksWorld.start();
    receiver = await WebhookReceiver.listen();
  });
  beforeEach(() => void (receiver.received.length = 0));
  afterAll(async () => {
    await receiver?.close();
    await world?.close();
  });
  const delivered = ({ state }: { state: string }) => state === 'delivered';
  /** The delivery of a sender that was killed after taking it. The database cannot know whether it was sent. */
  const killed = (leaseMs: number, endpointId: string, tries = 1) =>
    world.notifications.database.query(
      `UPDATE webhook_deliveries SET state = 'queued', decided_at = NULL, next_try_at = now() - interval '1 hour', tries = $3, fence = fence + 1,
         lease_until = clock_timestamp() + $1::float8 * interval '1 millisecond' WHERE endpoint_id = $2`,
      [leaseMs, endpointId, tries],
    );

  it('loses nothing: after its lease another sender sends the webhook again, with the same id (HOOK-5)', async () => {
    const customer = await world.customer(receiver.url);
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await world.delivery(customer, 'delivered', delivered);
    await killed(1_000, customer.endpointId);
    await world.notifications.publish(world.jobCompleted((await world.customer(receiver.url)).accountId));
    await eventually('another one leaves', () => receiver.received.length === 2);
    await world.delivery(customer, 'delivered again', delivered);
    expect(receiver.received).toHaveLength(3);
    expect(receiver.received[2].id).toBe(receiver.received[0].id);
  });

  it('at every attempt leaves the delivery visibly failed', async () => {
    const customer = await world.customer(receiver.url);
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await world.delivery(customer, 'delivered', delivered);
    await killed(0, customer.endpointId, 9);
    expect(await world.delivery(customer, 'failed', ({ state }) => state === 'failed')).toMatchObject({
      cause: 'abandoned',
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('or cut off from its database during the record does not send twice', async () => {
    const customer = await world.customer(receiver.url);
    await world.notifications.database.query(`
      CREATE SEQUENCE cuts;
      CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('cuts') < 3 THEN RAISE 'cut off'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER cut BEFORE INSERT ON webhook_attempts FOR EACH ROW EXECUTE FUNCTION cut()`);
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await world.delivery(customer, 'delivered', delivered);
    await world.notifications.database.query('DROP FUNCTION cut CASCADE; DROP SEQUENCE cuts');
    expect(receiver.received).toHaveLength(1);
  });

  it('records nothing when another sender has taken over the delivery', async () => {
    receiver.answer = () => 'hang';
    const customer = await world.customer(receiver.url);
    await world.notifications.publish(world.jobCompleted(customer.accountId));
    await eventually('under way', () => receiver.hanging === 1);
    await killed(0, customer.endpointId);
    receiver.answer = () => ({ status: 200 });
    const found = await world.delivery(customer, 'delivered', delivered);
    await eventually('the first has ended', () => receiver.hanging === 0);
    expect(found.attempts).toHaveLength(1);
    expect((await world.deliveries(customer))[0]).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
  });
});
