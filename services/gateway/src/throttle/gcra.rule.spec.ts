import fc from 'fast-check';
import { type Backlog, decisionOf, gcra, type ThrottleLimit } from './gcra.rule.js';
import { limitFor, DEFAULT_THROTTLE_LIMITS } from './throttle-limits.js';

/** One request against limits whose backlogs are kept in `kept`. */
function ask(limits: ThrottleLimit[], kept: (Backlog | undefined)[], nowMs: number): boolean {
  const { allowed, aheadMs } = gcra(limits, kept, nowMs);
  aheadMs.forEach((ahead, index) => (kept[index] = { aheadMs: ahead, atMs: nowMs }));
  return allowed;
}

describe('throttle', () => {
  it.each([1_000, Date.parse('2026-11-21'), Date.parse('2100-01-01')])('lets a whole burst through at %d, and refuses the next with the time until it would pass', (now) => {
    const limit = { ratePerSecond: 41, burst: 200 };
    const kept = [undefined];
    for (let request = 0; request < 200; request++) expect(ask([limit], kept, now)).toBe(true);
    const refused = gcra([limit], kept, now);
    expect(refused.allowed).toBe(false);
    expect(decisionOf(limit, false, refused.aheadMs[0])).toMatchObject({ remaining: 0, retryAfterMs: expect.closeTo(1000 / 41, 2) });
    expect(ask([limit], kept, now + 25)).toBe(true);
  });

  it('never lets more through than burst + rate x time, and always lets a patient client through', () => {
    const limitArb = fc.record({ ratePerSecond: fc.integer({ min: 1, max: 1_000 }), burst: fc.integer({ min: 1, max: 500 }) });
    fc.assert(
      fc.property(limitArb, fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 300 }), (limit, pausesMs) => {
        let [nowMs, passed] = [5_000, 0];
        const kept: [Backlog | undefined] = [undefined];
        for (const pause of pausesMs) {
          nowMs += pause;
          const allowed = ask([limit], kept, nowMs);
          const decision = decisionOf(limit, allowed, kept[0]!.aheadMs);
          if (allowed) passed++;
          else expect(gcra([limit], kept, nowMs + Math.ceil(decision.retryAfterMs)).allowed).toBe(true);
          expect(decision.remaining).toBeGreaterThanOrEqual(0);
          expect(decision.remaining).toBeLessThan(limit.burst);
        }
        expect(passed).toBeLessThanOrEqual(limit.burst + ((nowMs - 5_000) * limit.ratePerSecond) / 1_000 + 1);
      }),
    );
  });

  it('a request that one limit refuses takes nothing from the other', () => {
    const [address, login] = [{ ratePerSecond: 1, burst: 5 }, { ratePerSecond: 1, burst: 2 }];
    const kept = [undefined, undefined];
    expect(Array.from({ length: 10 }, () => ask([address, login], kept, 1_000)).filter(Boolean)).toHaveLength(2);
    const ofAddress = kept.slice(0, 1);
    expect(Array.from({ length: 10 }, () => ask([address], ofAddress, 1_000)).filter(Boolean)).toHaveLength(3);
  });

  it('a clock that is set back by an hour keeps nobody out for longer', () => {
    const limit = { ratePerSecond: 10, burst: 1 };
    const kept = [undefined];
    ask([limit], kept, 3_600_000);
    expect(ask([limit], kept, 0)).toBe(false);
    expect(ask([limit], kept, 101)).toBe(true);
  });

  it('gives loopback ten times the limit', () => {
    expect(limitFor(DEFAULT_THROTTLE_LIMITS, 'key', '127.0.0.1')).toEqual({ ratePerSecond: 500, burst: 2_000 });
    expect(limitFor(DEFAULT_THROTTLE_LIMITS, 'key', '203.0.113.7')).toEqual({ ratePerSecond: 50, burst: 200 });
    expect(limitFor(DEFAULT_THROTTLE_LIMITS, 'key', undefined)).toEqual({ ratePerSecond: 50, burst: 200 });
  });
});
