import { isAlike, measureInTurns, medianDifference } from './median-difference.js';

/** About 50 ms like a login, with the tail of a busy machine. Deterministic for each `n`. */
const duration = (n: number) => 50 + ((n * 7_919) % 100) / 10 + (n % 9 === 0 ? 40 : 0);
const pairs = (count: number, shiftMs: number) => ({
  one: Array.from({ length: count }, (_, n) => duration(n) + shiftMs),
  other: Array.from({ length: count }, (_, n) => duration(n + 13)),
});

describe('the comparison of durations', () => {
  it.each([
    [40, 0, true],
    [300, 0, true],
    [300, 2, true],
    [40, 20, false],
    [40, -20, false],
    [300, 10, false],
  ])('of %i pairs that differ by %i ms finds them alike: %s', (count, shiftMs, alike) => {
    expect(isAlike(medianDifference(pairs(count, shiftMs)))).toBe(alike);
  });

  it('sends both alternately, and leaves out the first pair, which opens connections', async () => {
    const sent: string[] = [];
    const send = (kind: string) => async (pair: number) => void sent.push(`${kind}${pair}`);
    const { one, other } = await measureInTurns(10, send('a'), send('b'));
    expect([one.length, other.length, sent.length]).toEqual([10, 10, 22]);
    for (let at = 2; at < 22; at += 2) {
      const pair = (at - 2) / 2;
      expect([`a${pair}`, `b${pair}`].sort()).toEqual(sent.slice(at, at + 2).sort());
    }
    expect(new Set(sent.filter((_, at) => at % 2 === 0).map((name) => name[0])).size).toBe(2);
  });
});
