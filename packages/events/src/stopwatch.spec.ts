import { Stopwatch } from './measurement.js';

describe('a stopwatch', () => {
  const now = Date.now;
  afterEach(() => void (Date.now = now));

  it.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('does not jump when the clock is set %s by an hour', (_, byMs) => {
    const watch = new Stopwatch();
    const began = performance.now();
    watch.start();
    Date.now = () => now() + byMs;
    const took = watch.oldestMs();
    expect(took).toBeGreaterThanOrEqual(0);
    expect(took).toBeLessThanOrEqual(performance.now() - began);
  });
});
