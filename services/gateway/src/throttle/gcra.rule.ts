/** Requests per second: `ratePerSecond` sustained, `burst` at once. */
export interface ThrottleLimit {
  ratePerSecond: number;
  burst: number;
}

export interface ThrottleDecision {
  allowed: boolean;
  remaining: number;
  /** Until one more request would pass. */
  retryAfterMs: number;
  /** Until the whole burst is free again. */
  resetAfterMs: number;
  /** Theoretical arrival time to store, ms. */
  tatMs: number;
}

/**
 * Generic cell rate algorithm: rate and burst in one number, the theoretical arrival time of the next request. A request
 * passes while that time is less than a whole burst ahead (decisions 19; ITU-T I.371 A).
 */
export function gcra(limit: ThrottleLimit, storedTatMs: number | undefined, nowMs: number): ThrottleDecision {
  const intervalMs = 1000 / limit.ratePerSecond;
  const windowMs = intervalMs * limit.burst;
  const tatMs = Math.max(storedTatMs ?? nowMs, nowMs);
  const next = tatMs + intervalMs;
  // The tolerance absorbs binary fractions, which would else refuse the last request of a burst.
  const allowed = next - nowMs <= windowMs + 1e-6;
  const used = allowed ? next : tatMs;
  return {
    allowed,
    remaining: Math.max(0, Math.floor((windowMs - (used - nowMs)) / intervalMs + 1e-6)),
    retryAfterMs: allowed ? 0 : next - nowMs - windowMs,
    resetAfterMs: used - nowMs,
    tatMs: used,
  };
}
