import type { Bus } from '../bus.js';
import { DroppingBus, ReorderingBus } from './broken-buses.js';
import { BUS_CHECKS } from './bus-contract.js';
import { embeddedHarness } from './embedded-harness.js';

/** Promises that this bus breaks. Each check gets a database of its own: a broken bus may leave anything behind. */
async function brokenPromises(disguise: (bus: Bus) => Bus): Promise<string[]> {
  const broken: string[] = [];
  for (const check of BUS_CHECKS) {
    const harness = await embeddedHarness(disguise, 1_500);
    await check.run(harness).catch(() => broken.push(check.promise));
    await harness.dispose();
  }
  return broken;
}

describe('the bus contract catches', () => {
  it('a bus that drops what was in hand when it died', async () => {
    expect(await brokenPromises((bus) => new DroppingBus(bus))).toEqual([
      'delivers a message that failed again before any later one of its key',
      'delivers again what was in hand when the consumer died, and all that follows',
    ]);
  }, 60_000);

  it('a bus that reorders', async () => {
    expect(await brokenPromises((bus) => new ReorderingBus(bus))).toEqual(
      expect.arrayContaining([
        'delivers the messages of a key in the order in which they were published, one at a time',
      ]),
    );
  }, 60_000);
});
