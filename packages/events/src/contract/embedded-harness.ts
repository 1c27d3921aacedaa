import { randomBytes } from 'node:crypto';
import { createLogger } from '@precis/runtime/logger';
import type { Bus } from '../bus.js';
import { openEmbeddedBus } from '../embedded/embedded-bus.js';
import { busDatabase } from '../fixture/bus-database.js';
import type { BusHarness } from './bus-check.js';

/** The embedded bus on a separate database; `disguise` wraps it in another (broken) bus. */
export async function embeddedHarness(
  disguise: (bus: Bus) => Bus = (bus) => bus,
  patienceMs = 10_000,
): Promise<BusHarness> {
  const database = await busDatabase();
  const logger = createLogger('bus-contract', 'silent');
  const open: Bus[] = [];
  return {
    patienceMs,
    open: async () => {
      const bus = disguise(await openEmbeddedBus({ url: database.url, logger, drainMs: 200 }));
      open.push(bus);
      return bus;
    },
    newTopic: async () => `t-${randomBytes(6).toString('hex')}`,
    dispose: async () => {
      await Promise.all(open.map((bus) => bus.close()));
      await database.drop();
    },
  };
}
