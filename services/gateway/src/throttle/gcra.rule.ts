/** Requests per second: `ratePerSecond` sustained, `burst` at once. */
export interface ThrottleLimit {
  ratePerSecond: number;
  burst: number;
}

/** The only state of a subject: how far its requests had run ahead of the clock, and when. */
export interface Backlog {
  aheadMs: number;
  atMs: number;
}

/** The decision on one request, and the backlog of each of its subjects after it: first the subjects it took from, then those it gave back to. */
export interface Admittance {
  allowed: boolean;
  aheadMs: number[];
}

/** What the client is told of one limit. */
export interface ThrottleDecision {
  remaining: number;
  /** Milliseconds until one more request would pass; 0 after one that passed. */
  retryAfterMs: number;
  /** Milliseconds until the whole burst is free again. */
  resetAfterMs: number;
}

/** Absorbs rounding of binary fractions. Without it, the last request of a burst is refused. */
const TOLERANCE_MS = 1e-6;

const intervalMs = (limit: ThrottleLimit) => 1000 / limit.ratePerSecond;
const windowMs = (limit: ThrottleLimit) => intervalMs(limit) * limit.burst;

/**
 * Generic cell rate algorithm. Each request moves its subjects 1/rate ahead of the clock. It passes while none of them would be more than a whole
 * burst ahead. A refused request takes nothing from any of them (LIMIT-1, LIMIT-2; ITU-T I.371 A).
 *
 * `returned` are limits that an earlier step charged for the same request. They are given back whether it passes or not, and the effect is as if
 * they had never been charged, because a backlog shrinks at the same rate with and without that charge. `stored` are the backlogs of `limits`,
 * followed by those of `returned`.
 *
 * Backlogs are distances, not points in time. Near the epoch's 1.7e12 ms, the rounding of doubles would add up to one refused request per burst,
 * and a clock that is set back would keep clients out for as long. throttle-script.ts is the same rule in Lua, operation by operation (LIMIT-5);
 * throttle-script.int.spec.ts compares both. Change both together.
 */
export function gcra(
  limits: ThrottleLimit[],
  stored: (Backlog | undefined)[],
  nowMs: number,
  returned: ThrottleLimit[] = [],
): Admittance {
  const before = stored.map((backlog) =>
    backlog ? Math.max(0, backlog.aheadMs - Math.max(0, nowMs - backlog.atMs)) : 0,
  );
  const allowed = limits.every((limit, index) => before[index] + intervalMs(limit) <= windowMs(limit) + TOLERANCE_MS);
  const taken = limits.map((limit, index) => (allowed ? before[index] + intervalMs(limit) : before[index]));
  const given = returned.map((limit, index) => Math.max(0, before[limits.length + index] - intervalMs(limit)));
  return { allowed, aheadMs: [...taken, ...given] };
}

/** Reads one limit's figures from its backlog after the request (RateLimit fields, LIMIT-4). */
export function decisionOf(limit: ThrottleLimit, allowed: boolean, aheadMs: number): ThrottleDecision {
  return {
    remaining: Math.max(0, Math.floor((windowMs(limit) - aheadMs) / intervalMs(limit) + 1e-6)),
    retryAfterMs: allowed ? 0 : Math.max(0, aheadMs + intervalMs(limit) - windowMs(limit)),
    resetAfterMs: aheadMs,
  };
}
