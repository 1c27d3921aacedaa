import type { BusCheck, BusHarness } from './bus-check.js';
import { CRASH_CHECKS } from './crash-checks.js';
import { DELIVERY_CHECKS } from './delivery-checks.js';
import { ORDER_CHECKS } from './order-checks.js';

/** Everything that the consumers and the relay rely on. */
export const BUS_CHECKS: BusCheck[] = [...DELIVERY_CHECKS, ...ORDER_CHECKS, ...CRASH_CHECKS];

/** Registers the contract's tests for one adapter. */
export function busContract(name: string, factory: () => Promise<BusHarness>): void {
  describe(`bus contract: ${name}`, () => {
    let harness: BusHarness;
    beforeAll(async () => {
      harness = await factory();
    }, 60_000);
    afterAll(() => harness.dispose());
    for (const check of BUS_CHECKS) it(check.promise, () => check.run(harness), 120_000);
  });
}
