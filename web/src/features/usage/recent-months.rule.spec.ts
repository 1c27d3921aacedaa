import { recentMonths } from './recent-months.rule';

describe('recent months', () => {
  it('are counted back from the month that the server named, newest first, over the turn of a year (WEB-26)', () => {
    expect(recentMonths('2026-02', 6)).toEqual([
      { month: '2026-02', label: 'Feb 2026' },
      { month: '2026-01', label: 'Jan 2026' },
      { month: '2025-12', label: 'Dec 2025' },
      { month: '2025-11', label: 'Nov 2025' },
      { month: '2025-10', label: 'Oct 2025' },
      { month: '2025-09', label: 'Sep 2025' },
    ]);
  });
});
