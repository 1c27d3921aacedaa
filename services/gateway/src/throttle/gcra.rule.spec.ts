import fc from 'fast-check';
import { readConfig } from '../config.js';
import { type Backlog, decisionOf, gcra, type ThrottleLimit } from './gcra.rule.js';
import { keyLimitOf, limitFrom, throttleLimitsOf } from './throttle-limits.js';
import { targetsAt } from '../rpc-clients.js';

/** Sends one request against limits whose backlogs are kept in `kept`. */
function ask(limits: ThrottleLimit[], kept: (Backlog | undefined)[], nowMs: number): boolean {
  const { allowed, aheadMs } = gcra(limits, kept, nowMs);
  aheadMs.forEach((ahead, index) => (kept[index] = { aheadMs: ahead, atMs: nowMs }));
  return allowed;
}

describe('throttle', () => {
  it.each([1_000, Date.parse('2026-11-21'), Date.parse('2100-01-01')])(
    'allows a whole burst at %d, and refuses the next request with the time until it would pass',
    (now) => {
      const limit = { ratePerSecond: 41, burst: 200 };
      const kept = [undefined];
      for (let request = 0; request < 200; request++) expect(ask([limit], kept, now)).toBe(true);
      const refused = gcra([limit], kept, now);
      expect(refused.allowed).toBe(false);
      expect(decisionOf(limit, false, refused.aheadMs[0])).toMatchObject({
        remaining: 0,
        retryAfterMs: expect.closeTo(1000 / 41, 2),
      });
      expect(ask([limit], kept, now + 25)).toBe(true);
    },
  );

  it('never allows more than burst + rate x time, and always allows a client that waits long enough', () => {
    const limitArb = fc.record({
      ratePerSecond: fc.integer({ min: 1, max: 1_000 }),
      burst: fc.integer({ min: 1, max: 500 }),
    });
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

  it('takes nothing from one limit for a request that another limit refuses', () => {
    const [address, login] = [
      { ratePerSecond: 1, burst: 5 },
      { ratePerSecond: 1, burst: 2 },
    ];
    const kept = [undefined, undefined];
    expect(Array.from({ length: 10 }, () => ask([address, login], kept, 1_000)).filter(Boolean)).toHaveLength(2);
    const ofAddress = kept.slice(0, 1);
    expect(Array.from({ length: 10 }, () => ask([address], ofAddress, 1_000)).filter(Boolean)).toHaveLength(3);
  });

  it('refuses nobody for longer when the clock is set back by an hour', () => {
    const limit = { ratePerSecond: 10, burst: 1 };
    const kept = [undefined];
    ask([limit], kept, 3_600_000);
    expect(ask([limit], kept, 0)).toBe(false);
    expect(ask([limit], kept, 101)).toBe(true);
  });

  it('treats what is given back as never taken, whatever time, requests and refusals came between', () => {
    const limit = { ratePerSecond: 10, burst: 20 };
    const stepArb = fc.record({ pauseMs: fc.integer({ min: 0, max: 300 }), after: fc.integer({ min: 0, max: 300 }) });
    fc.assert(
      fc.property(fc.array(stepArb, { maxLength: 30 }), (steps) => {
        let nowMs = 1_000;
        const [kept, own]: (Backlog | undefined)[][] = [[{ aheadMs: 700, atMs: nowMs }], [undefined]];
        for (const { pauseMs, after } of steps) {
          nowMs += pauseMs;
          const taken = ask([limit], kept, nowMs);
          nowMs += after;
          if (!taken) continue;
          const given = gcra([limit], [own[0], kept[0]], nowMs, [limit]);
          own[0] = { aheadMs: given.aheadMs[0], atMs: nowMs };
          kept[0] = { aheadMs: given.aheadMs[1], atMs: nowMs };
        }
        const untouched = gcra([limit], [{ aheadMs: 700, atMs: 1_000 }], nowMs).aheadMs[0];
        expect(gcra([limit], kept, nowMs).aheadMs[0]).toBeCloseTo(untouched, 6);
      }),
    );
  });

  it('gives back also in a step that refuses', () => {
    const limit = { ratePerSecond: 1, burst: 1 };
    const full = { aheadMs: 1_000, atMs: 1_000 };
    expect(gcra([limit], [full, full], 1_000, [limit])).toEqual({ allowed: false, aheadMs: [1_000, 0] });
  });
});

describe('the limits', () => {
  const addresses = targetsAt('unix:/nowhere.sock');
  const limits = throttleLimitsOf(
    readConfig({ PUBLIC_URL: 'http://localhost', CALLER_SECRET: 'secret-of-the-gateway', ...addresses }),
  );

  it('default to 50/s and 200 at once per key, 200/s and 800 for Enterprise, 100/s per address, 120 registrations and 300 logins an hour', () => {
    expect(keyLimitOf(limits, undefined)).toEqual({ ratePerSecond: 50, burst: 200 });
    expect(keyLimitOf(limits, 'medium')).toEqual({ ratePerSecond: 50, burst: 200 });
    expect(keyLimitOf(limits, 'enterprise')).toEqual({ ratePerSecond: 200, burst: 800 });
    expect(limits.address).toEqual({ ratePerSecond: 100, burst: 400 });
    expect(limits.register).toEqual({ ratePerSecond: 120 / 3_600, burst: 120 });
    expect(limits.login).toEqual({ ratePerSecond: 300 / 3_600, burst: 300 });
  });

  it('are ten times as high from loopback', () => {
    expect(limitFrom(limits, limits.key, '127.0.0.1')).toEqual({ ratePerSecond: 500, burst: 2_000 });
    expect(limitFrom(limits, limits.key, '203.0.113.7')).toEqual({ ratePerSecond: 50, burst: 200 });
    expect(limitFrom(limits, limits.key, undefined)).toEqual({ ratePerSecond: 50, burst: 200 });
  });
});
