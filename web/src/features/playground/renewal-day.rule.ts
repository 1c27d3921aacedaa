/** Unix seconds of the first moment of the next month of UTC, when every plan's videos are counted anew (WEB-28, QUOTA-5). */
export function renewalDay(nowMs: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000;
}
