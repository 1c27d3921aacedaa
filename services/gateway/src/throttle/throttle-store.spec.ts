import { MemoryThrottleStore } from './throttle-store.js';

const MOST_SUBJECTS = 100_000;
const SLOW = { ratePerSecond: 0.0001, burst: 1 };
const demand = (subject: string) => [{ key: subject, limit: SLOW }];

describe('a throttle that counts in memory', () => {
  it('forgets the subjects that asked longest ago, and none that asked again after more than a second', () => {
    const store = new MemoryThrottleStore();
    expect(store.take(demand('busy'), [], 0).allowed).toBe(true);
    expect(store.take(demand('quiet'), [], 1).allowed).toBe(true);
    // A flood of 40,000 other subjects a second, in which the busy one asks again every 1.1 s.
    const perMs = 40;
    for (let nr = 0; nr < MOST_SUBJECTS + 10; nr += 1) {
      const nowMs = 2 + nr / perMs;
      store.take(demand(`other${nr}`), [], nowMs);
      if (nr % (1_100 * perMs) === 0) expect(store.take(demand('busy'), [], nowMs).allowed).toBe(false);
    }
    const endMs = 3 + MOST_SUBJECTS / perMs;
    expect(store.take(demand('busy'), [], endMs).allowed).toBe(false);
    expect(store.take(demand('quiet'), [], endMs).allowed).toBe(true);
  });

  it('counts a subject in full when it asks many times within a second', () => {
    const store = new MemoryThrottleStore();
    const limit = { ratePerSecond: 1, burst: 5 };
    const allowed = Array.from({ length: 10 }, (_, nr) => store.take([{ key: 'one', limit }], [], nr).allowed);
    expect(allowed.filter(Boolean)).toHaveLength(5);
  });
});
