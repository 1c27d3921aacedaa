import { isNearLimit, usageLevel } from './usage-level.rule';

describe('usage level', () => {
  it.each([
    [{ remaining: 3, percentage: 0 }, 'fine'],
    [{ remaining: 21, percentage: 79.9 }, 'fine'],
    [{ remaining: 20, percentage: 80 }, 'near'],
    [{ remaining: 1, percentage: 99 }, 'near'],
    [{ remaining: 0, percentage: 100 }, 'spent'],
    [{ remaining: -2, percentage: 67 }, 'spent'],
  ])('%o is %s: green, yellow from 80%%, red when nothing remains (WEB-28)', (usage, level) => {
    expect(usageLevel(usage)).toBe(level);
  });

  it('is near the limit from 80%, not before (WEB-17)', () => {
    expect([79.99, 80, 120].map(isNearLimit)).toEqual([false, true, true]);
  });
});
