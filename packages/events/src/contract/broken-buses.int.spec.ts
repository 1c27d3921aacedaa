import type { Bus } from '../bus.js';
import { DroppingBus, ReorderingBus } from './broken-buses.js';
import { BUS_CHECKS } from './bus-contract.js';
import { embeddedHarness } from './embedded-harness.js';

/** How long a check waits for a message that a broken bus never delivers. */
const SHORT_MS = 1_500;

/**
 * The promises that this bus breaks. Each check gets its own database, because a broken bus may leave any data in it. The checks in `kept` wait as
 * long as for a sound bus, so that a busy machine is not reported as a fault.
 */
async function brokenPromises(disguise: (bus: Bus) => Bus, kept: (promise: string) => boolean): Promise<string[]> {
  const broken: string[] = [];
  for (const check of BUS_CHECKS) {
    const harness = await embeddedHarness(disguise, kept(check.promise) ? undefined : SHORT_MS);
    await check.run(harness).catch(() => broken.push(check.promise));
    await harness.dispose();
  }
  return broken;
}

describe('the bus contract catches', () => {
  it('a bus that drops what was in hand when it died', async () => {
    const dropped = [
      'delivers a message that failed again before any later one of its key',
      'delivers again what was in hand when the consumer died, and all that follows',
    ];
    const broken = await brokenPromises(
      (bus) => new DroppingBus(bus),
      (promise) => !dropped.includes(promise),
    );
    expect(broken).toEqual(dropped);
  }, 120_000);

  it('a bus that reorders', async () => {
    const broken = await brokenPromises(
      (bus) => new ReorderingBus(bus),
      () => false,
    );
    expect(broken).toContain('delivers the messages of a key in the order in which they were published, one at a time');
  }, 120_000);
});
