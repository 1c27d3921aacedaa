import { exportWindowStart, secondsUntilNextExport } from './export-allowance.rule.js';

const now = new Date('2026-11-25T12:00:00.000Z');
const minutesAgo = (...minutes: number[]) => minutes.map((ago) => new Date(now.getTime() - ago * 60_000));

describe('exports of an account in an hour (LIMIT-12)', () => {
  it('count for an hour', () => {
    expect(exportWindowStart(now).toISOString()).toBe('2026-11-25T11:00:00.000Z');
  });

  it.each([
    [[], undefined],
    [[50, 40, 30, 20, 10], undefined],
    [[59, 40, 30, 20, 10, 1], 60],
    [[59, 50, 40, 30, 20, 10, 1], 600],
    [[60, 50, 40, 30, 20, 10], 1],
  ])('made %j minutes ago allow the next one in %p seconds', (minutes, seconds) => {
    expect(secondsUntilNextExport(minutesAgo(...minutes), 6, now)).toBe(seconds);
  });
});
