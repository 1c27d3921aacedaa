import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { EventWorld } from '../testing/event-world.js';
import { RunningBilling } from '../testing/running-billing.js';

let world: EventWorld;
let billing: RunningBilling;
beforeAll(async () => {
  world = await EventWorld.open();
  billing = await RunningBilling.start(world.url, world.bus);
});
afterAll(async () => {
  await billing?.close();
  await world?.close();
});

const versionsOf = (userId: string) => world.of(userId).map(({ version }) => version);
/**
 * Waits for all earlier events: once the outbox is empty, events of the topic are handled in order, so the effect of a later one proves all earlier
 * ones.
 */
async function everythingHandled(): Promise<void> {
  const waiting = () => world.rows(`SELECT 1 FROM outbox WHERE published_at IS NULL`);
  // Events with different keys may overtake each other on the way to the bus.
  await eventually('all events are on the bus', async () => (await waiting()).length === 0);
  const marker = randomUUID();
  await world.registerUser(marker);
  await eventually('the marker user is announced', () => world.of(marker).length > 0);
}

describe('user-registered', () => {
  it('opens the account on Free and announces it', async () => {
    const userId = randomUUID();
    await world.registerUser(userId);
    await eventually('the subscription is announced', () => world.of(userId).length > 0);
    const fromSeconds = billing.clock.now().getTime() / 1_000;
    expect(world.of(userId)).toEqual([
      {
        userId,
        version: 1,
        freeVideosPerMonth: 3,
        timetable: [{ plan: 'free', videosPerMonth: 3, fromSeconds, toSeconds: 0 }],
      },
    ]);
  });

  it('has one effect when the event arrives twice', async () => {
    const userId = randomUUID();
    await world.registerUser(userId);
    await eventually('the subscription is announced', () => world.of(userId).length > 0);
    await world.publishAgain(userId);
    await everythingHandled();
    expect(versionsOf(userId)).toEqual([1]);
    expect(await world.rows('SELECT version FROM subscriptions WHERE account_id = $1', [userId])).toEqual([
      { version: 1 },
    ]);
  });

  it('has one effect when two different events name the same user', async () => {
    const userId = randomUUID();
    await world.registerUser(userId);
    await world.registerUser(userId);
    await everythingHandled();
    expect(versionsOf(userId)).toEqual([1]);
  });

  it('does nothing when a grant came first', async () => {
    const userId = randomUUID();
    await billing.as('operator').grantTerm({ grantId: randomUUID(), accountId: userId, plan: 'medium', months: 1 });
    await world.registerUser(userId);
    await everythingHandled();
    expect(versionsOf(userId)).toEqual([1]);
    expect(await billing.as('gateway').getSubscription({ accountId: userId })).toMatchObject({
      plan: 'medium',
      isActive: true,
    });
  });
});
