/**
 * How long a gateway may repeat a stored result without asking (SUM-31): at most a minute, never beyond the validity of its transcript (VID-12),
 * and never beyond the UTC day that counts it as delivered (DATA-3). In that time nothing deletes it: a result delivered today is kept for 30 days.
 * Only results of supplied transcripts, which are never looked up, are deleted earlier.
 */

const LONGEST_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * How long an answer may be repeated, in ms from `now`, a moment before the result was found. `isLasting`: no other result may replace it in that
 * time.
 */
export function keepMs(now: Date, { until, isLasting }: { until?: Date; isLasting: boolean }): number {
  if (!isLasting) return 0;
  const nowMs = now.getTime();
  const believedMs = until === undefined ? LONGEST_MS : until.getTime() - nowMs;
  return Math.max(0, Math.min(LONGEST_MS, believedMs, DAY_MS - (nowMs % DAY_MS)));
}
