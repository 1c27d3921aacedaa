import { limitAt, remainingOf, FREE_TIMETABLE } from './quota-limit.rule.js';
import { isQuotaMonth, lastQuotaMonths, quotaMonthOf, resetAtSeconds } from './quota-month.rule.js';

describe('quota limit', () => {
  const timetable = {
    freeVideosPerMonth: 3,
    entries: [
      { plan: 'basic', videosPerMonth: 100, fromSeconds: 1_000, toSeconds: 2_000 },
      { plan: 'medium', videosPerMonth: 500, fromSeconds: 2_000, toSeconds: 3_000 },
    ],
  };
  it.each([
    [999, 3],
    [1_000, 100],
    [1_999, 100],
    [2_000, 500],
    [3_000, 3],
  ])('at second %i the limit is %i', (seconds, limit) => {
    expect(limitAt(timetable, new Date(seconds * 1000))).toBe(limit);
  });

  it('is that of Free until billing has announced a timetable', () => {
    expect(limitAt(FREE_TIMETABLE, new Date())).toBe(3);
  });

  it('never leaves a negative remainder after a downgrade', () => {
    expect(remainingOf(3, 80)).toBe(0);
  });
});

describe('quota month', () => {
  it('turns at midnight UTC', () => {
    expect(quotaMonthOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
    expect(quotaMonthOf(new Date('2026-12-01T00:00:00Z'))).toBe('2026-12');
  });

  it('resets on the first of the next month, even across the end of a year', () => {
    expect(new Date(resetAtSeconds(new Date('2026-12-31T23:00:00Z')) * 1000).toISOString()).toBe(
      '2027-01-01T00:00:00.000Z',
    );
  });

  it('lists twelve months, newest last, from any day of a month', () => {
    const months = lastQuotaMonths(new Date('2026-03-31T12:00:00Z'), 12);
    expect(months).toHaveLength(12);
    expect([months[0], months[11]]).toEqual(['2025-04', '2026-03']);
    expect(new Set(months).size).toBe(12);
  });

  it.each(['2026-13', '2026-00', '26-01', '2026-1', '2026-01-01', 'x', "2026-01'"])('refuses the month %s', (text) => {
    expect(isQuotaMonth(text)).toBe(false);
  });
});
