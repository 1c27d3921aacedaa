/** Unix seconds of the start of the next month in UTC, when the count of every plan starts again (WEB-28, QUOTA-5). */
export function renewalDay(nowMs: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000;
}
