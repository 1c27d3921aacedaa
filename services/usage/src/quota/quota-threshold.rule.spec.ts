import { type Threshold, thresholdReached } from './quota-threshold.rule.js';

const reachedBy = (limit: number) =>
  Array.from({ length: limit }, (_, used): [number, Threshold | undefined] => [
    used + 1,
    thresholdReached(limit, used + 1),
  ]).filter(([, percent]) => percent);

describe('the thresholds of a quota (QUOTA-20)', () => {
  it.each([
    [0, []],
    [1, [[1, 100]]],
    [3, [[3, 100]]],
    [4, [[4, 100]]],
    // oxfmt-ignore
    [5, [[4, 80], [5, 100]]],
    // oxfmt-ignore
    [100, [[80, 80], [100, 100]]],
    // oxfmt-ignore
    [3_000, [[2_400, 80], [3_000, 100]]],
  ])('of %i videos are reached by the charges %j', (limit, expected) => {
    expect(reachedBy(limit)).toEqual(expected);
  });

  it('are reached once each by the charges of any month, and never 80% too early', () => {
    for (let limit = 5; limit <= 3_000; limit++) {
      const [[used], last] = reachedBy(limit);
      expect([used * 100 >= limit * 80, (used - 1) * 100 < limit * 80, last]).toEqual([true, true, [limit, 100]]);
    }
  });

  it('are not reached beyond the limit, where a smaller one may leave an account', () => {
    expect([thresholdReached(3, 4), thresholdReached(3, 50), thresholdReached(5, 6)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
