import { MemoryThrottleStore } from './throttle-store.js';

const MOST_SUBJECTS = 100_000;
const SLOW = { ratePerSecond: 0.0001, burst: 1 };
const demand = (subject: string) => [{ key: subject, limit: SLOW }];

describe('a throttle that counts in memory', () => {
  it('forgets the subjects that asked longest ago, and never one that still asks every few seconds', () => {
    const store = new MemoryThrottleStore();
    expect(store.take(demand('busy'), [], 0).allowed).toBe(true);
    expect(store.take(demand('quiet'), [], 1).allowed).toBe(true);
    // A flood of others, in which the busy subject asks again once in two seconds.
    for (let nr = 0; nr < MOST_SUBJECTS + 10; nr += 1) {
      store.take(demand(`other${nr}`), [], 2_000 + nr);
      if (nr % 2_000 === 0) expect(store.take(demand('busy'), [], 2_000 + nr).allowed).toBe(false);
    }
    const endMs = 2_000 + MOST_SUBJECTS + 20;
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
