import fc from 'fast-check';
import { backoffMs } from './backoff.js';

const BACKOFF = { firstMs: 1_000, factor: 8, capMs: 900_000 };

describe('backoff', () => {
  it('grows by the factor up to the cap', () => {
    expect([1, 2, 3, 4, 5].map((failures) => backoffMs(BACKOFF, failures, 0))).toEqual([
      1_000, 8_000, 64_000, 512_000, 900_000,
    ]);
  });

  it('stays between half of the wait and the whole of it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failures, random) => {
          const full = backoffMs(BACKOFF, failures, 0);
          const wait = backoffMs(BACKOFF, failures, random);
          expect(wait >= full / 2 && wait <= full && full <= BACKOFF.capMs).toBe(true);
        },
      ),
    );
  });
});
