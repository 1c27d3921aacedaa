import { Bus, type BusConsumer, type OutgoingMessage } from '@precis/events/bus';
import { startService } from '@precis/events/start-service';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { billing } from './service.js';
import { EventWorld } from './testing/event-world.js';
import { configOf, RunningBilling, silent } from './testing/running-billing.js';

/** A bus to which nothing can be published, as when the process dies between commit and publish. */
class UnreachableBus extends Bus {
  tries = 0;

  async publish(_: OutgoingMessage[]): Promise<void> {
    this.tries += 1;
    throw new Error('the bus is away');
  }

  async run(): Promise<BusConsumer> {
    return { stop: async () => undefined, healthy: () => undefined };
  }

  async close(): Promise<void> {}
}

let world: EventWorld;
beforeEach(async () => void (world = await EventWorld.open()));
afterEach(() => world.close());

const grant = { plan: 'basic', months: 1 };
/** Counts connections to billing's database, without the observer's own. */
async function connections(): Promise<number> {
  const [{ count }] = await world.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  return count;
}

describe('billing as a whole', () => {
  it('publishes events committed before a crash after the restart, once and in order', async () => {
    const accountId = randomUUID();
    const unreachable = new UnreachableBus();
    const before = await RunningBilling.start(world.url, unreachable);
    await before.as('operator').grantTerm({ grantId: randomUUID(), accountId, ...grant });
    await before.as('operator').grantTerm({ grantId: randomUUID(), accountId, ...grant });
    await eventually('the relay tries', () => unreachable.tries > 0);
    await before.close();
    expect(world.of(accountId)).toEqual([]);

    const after = await RunningBilling.start(world.url, world.bus);
    await eventually('both events arrive', () => world.of(accountId).length >= 2);
    expect(world.of(accountId).map(({ version }) => version)).toEqual([1, 2]);
    await after.close();
  });

  it('keeps granted terms over a restart', async () => {
    const accountId = randomUUID();
    const before = await RunningBilling.start(world.url, world.bus);
    await before.as('operator').grantTerm({ grantId: randomUUID(), accountId, ...grant });
    await before.close();
    const after = await RunningBilling.start(world.url, world.bus);
    expect(await after.as('gateway').getSubscription({ accountId })).toMatchObject({ plan: 'basic', isActive: true });
    await after.close();
  });

  it('is ready while its database answers, and frees every connection on close', async () => {
    const billing = await RunningBilling.start(world.url, world.bus);
    await expect(billing.app.ready()).resolves.toBeUndefined();
    expect(await connections()).toBeGreaterThan(0);
    await billing.close();
    await eventually('no connection is left', async () => (await connections()) === 0);
    await expect(billing.app.ready()).rejects.toThrow();
  });

  it('closes what it opened when it cannot start', async () => {
    const config = configOf(world.url, 'unix:/no-such-folder/billing.sock');
    await expect(startService(billing, config, { bus: world.bus, logger: silent })).rejects.toThrow();
    await eventually('no connection is left', async () => (await connections()) === 0);
  });
});
