import fc from 'fast-check';
import {
  afterGuess,
  givenBackMs,
  type GuessBound,
  KNOWN_DEVICES,
  mostIn,
  retryAfterSeconds,
  STRANGERS,
  WINDOW_MS,
} from './guess-bound.rule.js';

const START = Date.UTC(2026, 10, 22);
const bounds = fc.constantFrom(STRANGERS, KNOWN_DEVICES);

/** One attempt of a visitor, `afterMs` after the previous one; a right password holds its unit for a while and then gives it back. */
interface Try {
  afterMs: number;
  right: boolean;
  heldMs: number;
}

const tries = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 100_000 })),
    right: fc.boolean(),
    heldMs: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 200_000 })),
  }),
  { maxLength: 400 },
);

/** The times at which wrong passwords are evaluated by a service like LoginGuard. */
function evaluated(bound: GuessBound, attempts: Try[]): number[] {
  let [now, spent] = [START, undefined as number | undefined];
  let returns: { at: number; ms: number }[] = [];
  const wrong: number[] = [];
  for (const { afterMs, right, heldMs } of attempts) {
    now += afterMs;
    for (const due of returns.filter(({ at }) => at <= now)) spent! -= due.ms;
    returns = returns.filter(({ at }) => at > now);
    const after = afterGuess(bound, spent, now);
    if (after === undefined) continue;
    spent = after;
    if (right) returns.push({ at: now + heldMs, ms: givenBackMs(bound, heldMs) });
    else wrong.push(now);
  }
  return wrong;
}

const mostInAnyWindow = (times: number[]) =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at <= from + WINDOW_MS).length));

describe('the bound on guesses (ACC-36)', () => {
  it('adds up to 100 in any 15 minutes: 80 of strangers, 20 of known devices', () => {
    expect([mostIn(STRANGERS, WINDOW_MS), mostIn(KNOWN_DEVICES, WINDOW_MS)]).toEqual([80, 20]);
  });

  it('evaluates no more wrong passwords in any window, for any attempts at any time, with right ones in between', () => {
    fc.assert(
      fc.property(bounds, tries, (bound, attempts) => {
        expect(mostInAnyWindow(evaluated(bound, attempts))).toBeLessThanOrEqual(mostIn(bound, WINDOW_MS));
      }),
      { numRuns: 500 },
    );
  });

  it.each([STRANGERS, KNOWN_DEVICES])(
    'lets exactly the allowed number of guesses of an endless flood pass',
    (bound) => {
      const flood = Array.from({ length: 20_000 }, () => ({ afterMs: 100, right: false, heldMs: 0 }));
      const times = evaluated(bound, flood);
      expect(times.filter((at) => at <= START + 100 + WINDOW_MS)).toHaveLength(mostIn(bound, WINDOW_MS));
    },
  );

  it('never refuses an owner who types the right password repeatedly', () => {
    fc.assert(
      fc.property(bounds, fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 300 }), (bound, held) => {
        let [now, spent] = [START, undefined as number | undefined];
        for (const heldMs of held) {
          const after = afterGuess(bound, spent, now);
          expect(after).toBeDefined();
          now += heldMs;
          spent = after! - givenBackMs(bound, heldMs);
        }
      }),
    );
  });

  it('gives the time of the next allowed attempt, at most 15 minutes ahead, and then allows one, for any clock setting', () => {
    fc.assert(
      fc.property(bounds, fc.integer({ min: -WINDOW_MS, max: 400 * 86_400_000 }), (bound, aheadMs) => {
        const spent = START + aheadMs;
        if (afterGuess(bound, spent, START) !== undefined) return;
        const seconds = retryAfterSeconds(bound, spent, START);
        expect(seconds).toBeGreaterThanOrEqual(1);
        expect(seconds).toBeLessThanOrEqual(900);
        expect(afterGuess(bound, spent, START + seconds * 1_000)).toBeDefined();
      }),
    );
  });
});
