const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A month in the form of selectors. */
export interface Month {
  /** YYYY-MM */
  month: string;
  label: string;
}

/**
 * `latest` and the months before it, newest first (WEB-26). `latest` must be the server's current month: the browser's calendar uses another time
 * zone, and may name another month near its end.
 */
export function recentMonths(latest: string, count: number): Month[] {
  const [year, month] = latest.split('-').map(Number);
  return Array.from({ length: count }, (_, back) => {
    const index = year * 12 + (month - 1) - back;
    const inYear = index % 12;
    const ofYear = (index - inYear) / 12;
    return { month: `${ofYear}-${String(inYear + 1).padStart(2, '0')}`, label: `${NAMES[inYear]} ${ofYear}` };
  });
}
