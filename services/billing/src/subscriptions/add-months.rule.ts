/**
 * A term's months are calendar months in UTC; where the target month is shorter, the day falls back to that month's last
 * (31 January + 1 month = 28 or 29 February). Specification section 9 (durations), decisions 18 and 27.
 */
export function addMonths(from: Date, months: number): Date {
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const to = new Date(from);
  to.setUTCFullYear(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay));
  return to;
}
