import { isFailingTooLong, isHeldTooLong, MOST_TRIES, waitAfter } from './webhook-retry.rule.js';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-21T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);

describe('the attempts of a webhook (HOOK-10)', () => {
  it.each([0, 0.5, 0.999])('9 times within about 24 hours, with growing delays; random is %d', (chance) => {
    const waits = Array.from({ length: MOST_TRIES }, (_, index) => waitAfter(index + 1, false, chance));
    expect(waits.at(-1)).toBeUndefined();
    const known = waits.slice(0, -1) as number[];
    expect(known).toHaveLength(8);
    expect(known).toEqual([...known].sort((one, other) => one - other));
    const hours = known.reduce((sum, wait) => sum + wait, 0) / HOUR_MS;
    expect(Math.abs(hours - 24)).toBeLessThan(3);
  });

  it('is randomised, and a test is tried once', () => {
    expect(waitAfter(1, false, 0)).toBeLessThan(waitAfter(1, false, 0.9)!);
    expect(waitAfter(1, true, 0)).toBeUndefined();
  });
});

describe('an endpoint without a successful delivery', () => {
  it('is disabled after 5 days (HOOK-11)', () => {
    expect([null, ago(1), ago(119), ago(120), ago(500)].map((since) => isFailingTooLong(since, now))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('of a suspended account is waited for 3 days (HOOK-9)', () => {
    expect([ago(71), ago(72)].map((since) => isHeldTooLong(since, now))).toEqual([false, true]);
  });
});
