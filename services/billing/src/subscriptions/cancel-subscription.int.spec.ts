import { randomUUID } from 'node:crypto';
import { PayingDatabase } from '../testing/paying-database.js';

let world: PayingDatabase;
let accountId: string;
beforeAll(async () => void (world = await PayingDatabase.open()));
afterAll(() => world.close());
beforeEach(() => {
  world.clock.moveTo('2027-01-01T00:00:00Z');
  accountId = randomUUID();
});

const cancel = () => world.cancellation.execute(accountId);
const cancelledAt = async () =>
  (await world.granting.database.query('SELECT cancelled_at FROM subscriptions WHERE account_id = $1', [accountId]))[0]
    ?.cancelled_at;
const refused = { kind: 'invalid', code: 'nothing_to_cancel' };

describe('CancelSubscription (PAY-16)', () => {
  it('returns the end of the plan, and the same on a repeat; the terms stay', async () => {
    await world.buy(accountId, 'basic', 'monthly');
    await world.buy(accountId, 'basic', 'monthly');
    const terms = await world.plan(accountId);
    expect(await cancel()).toEqual(new Date('2027-03-01T00:00:00Z'));
    world.clock.days(5);
    expect(await cancel()).toEqual(new Date('2027-03-01T00:00:00Z'));
    expect(await cancelledAt()).toEqual(new Date('2027-01-01T00:00:00Z'));
    expect(await world.plan(accountId)).toEqual(terms);
  });

  it('is refused with 400 for an account that billing does not know, and leaves no row', async () => {
    await expect(cancel()).rejects.toMatchObject(refused);
    expect(await cancelledAt()).toBeUndefined();
  });

  it('is refused with 400 on Free and after the plan has expired', async () => {
    await world.quote(accountId, 'basic', 'monthly');
    await expect(cancel()).rejects.toMatchObject(refused);
    await world.buy(accountId, 'basic', 'monthly');
    world.clock.moveTo('2027-02-01T00:00:00Z');
    await expect(cancel()).rejects.toMatchObject(refused);
    expect(await cancelledAt()).toBeNull();
  });

  it('is cleared by the next purchase; simultaneous ones take effect in either order', async () => {
    await world.buy(accountId, 'basic', 'monthly');
    await cancel();
    await world.buy(accountId, 'medium', 'monthly');
    expect(await cancelledAt()).toBeNull();
    const quote = await world.quote(accountId, 'medium', 'monthly', { extend: true });
    await Promise.all([cancel(), world.pay(quote)]);
    expect([null, world.now.getTime()]).toContainEqual((await cancelledAt())?.getTime() ?? null);
    expect(await world.plan(accountId)).toHaveLength(2);
  });
});
