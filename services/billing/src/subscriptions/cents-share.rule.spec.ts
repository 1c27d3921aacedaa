import fc from 'fast-check';
import { share, splitCents } from './cents-share.rule.js';

const runs = process.env.FULL ? 2_000 : 200;
const cents = fc.integer({ min: 0, max: 100_000_000 });

describe('splitCents (PAY-33)', () => {
  it.each([
    [100, [1, 1, 1], [33, 33, 34]],
    [5, [0, 10, 0, 10], [0, 2, 0, 3]],
    [0, [3, 4], [0, 0]],
    [7, [0, 0], [0, 0]],
    [7, [], []],
  ])('divides %d cents among %j as %j', (all, weights, shares) => {
    expect(splitCents(all, weights)).toEqual(shares);
  });

  it('loses and creates no cent, stays within a cent of the exact share, and never exceeds a weight', () => {
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, part) => {
          const whole = weights.reduce((sum, weight) => sum + weight, 0);
          const all = Math.floor(whole * part);
          const shares = splitCents(all, weights);
          expect(shares.reduce((sum, each) => sum + each, 0)).toBe(all);
          shares.forEach((each, at) => {
            expect(each).toBeLessThanOrEqual(weights[at]);
            if (whole > 0) expect(Math.abs(each - share(all, weights[at], whole))).toBeLessThanOrEqual(1);
          });
        },
      ),
      { numRuns: runs },
    );
  });
});
