import fc from 'fast-check';
import { gcra } from './gcra.rule.js';
import { limitFor, DEFAULT_THROTTLE_LIMITS } from './throttle-limits.js';

describe('throttle', () => {
  it('lets a whole burst through at once, and refuses the next with the time until it would pass', () => {
    const limit = { ratePerSecond: 50, burst: 200 };
    let tat: number | undefined;
    for (let request = 0; request < 200; request++) {
      const decision = gcra(limit, tat, 1_000);
      expect(decision.allowed).toBe(true);
      tat = decision.tatMs;
    }
    const refused = gcra(limit, tat, 1_000);
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterMs).toBeCloseTo(20);
    expect(gcra(limit, tat, 1_020).allowed).toBe(true);
  });

  it('never lets more through than burst + rate x time, and always lets a patient client through', () => {
    const limitArb = fc.record({ ratePerSecond: fc.integer({ min: 1, max: 1_000 }), burst: fc.integer({ min: 1, max: 500 }) });
    fc.assert(
      fc.property(limitArb, fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 300 }), (limit, pausesMs) => {
        let [nowMs, tat, allowed] = [5_000, undefined as number | undefined, 0];
        for (const pause of pausesMs) {
          nowMs += pause;
          const decision = gcra(limit, tat, nowMs);
          tat = decision.tatMs;
          if (decision.allowed) allowed++;
          else expect(gcra(limit, tat, nowMs + Math.ceil(decision.retryAfterMs)).allowed).toBe(true);
          expect(decision.remaining).toBeGreaterThanOrEqual(0);
          expect(decision.remaining).toBeLessThan(limit.burst);
        }
        expect(allowed).toBeLessThanOrEqual(limit.burst + ((nowMs - 5_000) * limit.ratePerSecond) / 1_000 + 1);
      }),
    );
  });

  it('gives loopback ten times the limit', () => {
    expect(limitFor(DEFAULT_THROTTLE_LIMITS, 'key', '127.0.0.1')).toEqual({ ratePerSecond: 500, burst: 2_000 });
    expect(limitFor(DEFAULT_THROTTLE_LIMITS, 'key', '203.0.113.7')).toEqual({ ratePerSecond: 50, burst: 200 });
  });
});
