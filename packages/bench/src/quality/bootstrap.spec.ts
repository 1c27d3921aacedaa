import { bootstrap } from './bootstrap.js';

describe('the paired bootstrap', () => {
  const differences = Array.from({ length: 40 }, (_, at) => (at % 4) - 0.5);

  it('has the mean inside its interval, and the same interval for the same seed', () => {
    const found = bootstrap(differences, 1);
    expect(found.mean).toBeCloseTo(1, 10);
    expect(found.low).toBeLessThan(found.mean);
    expect(found.high).toBeGreaterThan(found.mean);
    expect(bootstrap(differences, 1)).toEqual(found);
    const uneven = differences.map((value, at) => value + Math.sqrt(at));
    expect(bootstrap(uneven, 2)).not.toEqual(bootstrap(uneven, 1));
  });

  it('is as wide as the normal approximation predicts', () => {
    // The standard deviation of 0, 1, 2, 3 is 1.118; 1.96 standard errors of 40 of them are 0.346.
    const { low, high } = bootstrap(differences, 7);
    expect((high - low) / 2).toBeGreaterThan(0.3);
    expect((high - low) / 2).toBeLessThan(0.39);
  });

  it('includes zero where values do not differ on average, and is a point where all differ equally', () => {
    const { low, high } = bootstrap(
      differences.map((value) => value - 1),
      3,
    );
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
    expect(bootstrap([2, 2, 2], 3)).toEqual({ mean: 2, low: 2, high: 2 });
  });
});
