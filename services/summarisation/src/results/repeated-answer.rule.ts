/**
 * For how long a gateway may answer a stored result again without asking (SUM-31): a minute, never past the time for which its transcript is
 * believed (VID-12), and never past the UTC day that counts it as delivered (DATA-3). Until then nothing deletes it: what was delivered today
 * is kept for 30 days, and only results of supplied transcripts, which are never looked up, are deleted before.
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
