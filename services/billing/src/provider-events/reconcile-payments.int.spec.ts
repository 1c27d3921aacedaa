import { StripeBilling } from '../testing/stripe-billing.js';

let billing: StripeBilling;
beforeEach(async () => void (billing = await StripeBilling.open()));
afterEach(() => billing?.close());

const clocked = () => billing.running.app.runClockedWork();
const looks = () =>
  billing.door.seen.filter(({ method, path }) => method === 'GET' && /sessions\/cs_/.test(path)).length;
const MINUTE = 60_000;

describe('without a single webhook', () => {
  it('a paid checkout is found two minutes later, and an expired one once it has ended', async () => {
    const [paid, left] = [await billing.buy(), await billing.buy()];
    await billing.at(paid, 'pay');
    await clocked();
    expect(await billing.payment(paid)).toMatchObject({ status: 'pending' });
    billing.clock.pass(2 * MINUTE);
    await clocked();
    expect(await billing.payment(paid)).toMatchObject({ status: 'completed' });
    expect(await billing.payment(left)).toMatchObject({ status: 'pending' });
    billing.clock.pass(60 * MINUTE);
    await clocked();
    expect(await billing.payment(left)).toMatchObject({ status: 'expired' });
  });

  it('an open payment is looked at with growing delays, by one copy of several', async () => {
    const other = await billing.another();
    try {
      await billing.buy();
      billing.clock.pass(2 * MINUTE);
      await Promise.all([clocked(), other.app.runClockedWork()]);
      expect(looks()).toBe(1);
      await Promise.all([clocked(), other.app.runClockedWork()]);
      expect(looks()).toBe(1);
      billing.clock.pass(MINUTE);
      await Promise.all([clocked(), other.app.runClockedWork()]);
      expect(looks()).toBe(2);
      billing.clock.pass(MINUTE / 2);
      await Promise.all([clocked(), other.app.runClockedWork()]);
      expect(looks()).toBe(2);
    } finally {
      await other.close();
    }
  });

  it('a payment that never got a checkout expires with its price', async () => {
    billing.door.intercept = async () => ({ status: 401, body: '{"error":{"type":"invalid_request_error"}}' });
    await expect(billing.buy()).rejects.toMatchObject({ kind: 'unavailable' });
    billing.door.intercept = (_seen, handOn) => handOn();
    const statuses = () => billing.world.rows('SELECT status FROM payments');
    expect(await statuses()).toEqual([{ status: 'created' }]);
    await clocked();
    expect(await statuses()).toEqual([{ status: 'created' }]);
    billing.clock.pass(40 * MINUTE);
    await clocked();
    expect(await statuses()).toEqual([{ status: 'expired' }]);
  });

  it('three failures end a run, so that an unavailable provider delays no payment much', async () => {
    for (let count = 0; count < 6; count++) await billing.buy();
    billing.clock.pass(3 * MINUTE);
    const before = billing.door.seen.length;
    billing.door.intercept = async () => ({ status: 400, body: '{"error":{"type":"invalid_request_error"}}' });
    await clocked();
    expect(billing.door.seen.length - before).toBe(3);
  });

  it('a refund and a dispute of a completed payment are found within a day', async () => {
    const [refunded, disputed] = [await billing.buy(), await billing.buy()];
    for (const one of [refunded, disputed]) await billing.at(one, 'pay');
    await billing.deliverAll();
    await billing.handled();
    const { payment_intent: intent } = await billing.stripe.checkout.sessions.retrieve(refunded.sessionId);
    await billing.stripe.refunds.create({ payment_intent: intent as string });
    await billing.control('dispute', { session: disputed.sessionId });
    billing.clock.days(1);
    await clocked();
    expect(await billing.payment(refunded)).toMatchObject({ status: 'refunded', refunded: 27_600 });
    expect(await billing.payment(disputed)).toMatchObject({ status: 'disputed' });
    const before = looks();
    await clocked();
    expect(looks()).toBe(before);
  });
});

describe('provider events', () => {
  it('are deleted 90 days after they were decided, and the dead stay (PAY-44)', async () => {
    await billing.at(await billing.buy(), 'pay');
    await billing.deliverAll();
    await billing.handled();
    const count = async () => (await billing.world.rows('SELECT 1 FROM provider_events')).length;
    const all = await count();
    expect(all).toBeGreaterThan(2);
    await billing.world.rows(`UPDATE provider_events SET state = 'dead' WHERE type = 'checkout.session.completed'`);
    billing.clock.days(90);
    await clocked();
    expect(await count()).toBe(all);
    billing.clock.days(1);
    await clocked();
    expect(await count()).toBe(1);
  });
});
