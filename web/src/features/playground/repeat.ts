import { type CallFailure, failureStatus } from '../../lib/call-gateway';

/**
 * Why the app repeats a call by itself (WEB-27). `lost`: the connection broke, or a proxy answered instead of the gateway. `atWork`: the
 * first try is still running. Any other failure is about the summary itself.
 */
export type RepeatReason = 'lost' | 'atWork';

/** For each reason, how often a call is repeated at most, and the milliseconds before each repeat. The last number holds for all further ones. */
export const REPEATS: Record<RepeatReason, { most: number; afterMs: number[] }> = {
  lost: { most: 2, afterMs: [1_000, 4_000] },
  atWork: { most: 8, afterMs: [1_000, 2_000, 4_000, 8_000, 15_000] },
};
/** Codes of refusals that are decided before the Idempotency-Key is looked at. */
const BEFORE_THE_KEY = new Set(['throttled', 'computing_budget_spent', 'uncharged_work_spent', 'too_many_at_once']);
/** Milliseconds after the first loss in which a repeat may still begin. After that the page reports the lost connection. */
export const LOST_FOR_MS = 8_000;

/** Only for these reasons is the call repeated, with the same Idempotency-Key, so that it finds its result and is not charged twice (QUOTA-11). */
export function repeatReason(error: unknown): RepeatReason | null {
  const status = failureStatus(error);
  if (status === 0 || status === 502 || status === 504) return 'lost';
  return status === 409 && (error as Partial<CallFailure>).code === 'idempotency_key_in_use' ? 'atWork' : null;
}

/**
 * Whether the server has decided about the call with this key. The caller, its rate and its unpaid work are checked before the key, so a refusal for
 * these reasons says nothing about an earlier try whose answer may have been lost (QUOTA-11, API-34).
 */
export function isFinal(error: unknown): boolean {
  const { status = 0, code } = (error ?? {}) as Partial<CallFailure>;
  if (repeatReason(error) !== null || [401, 403, 408].includes(status)) return false;
  if (code !== undefined && BEFORE_THE_KEY.has(code)) return false;
  // A refusal may also come with a success status (WEB-42).
  return status === 200 || (status >= 400 && status < 500);
}

/**
 * Milliseconds before repeat `index` (from 0): at random between half of the time and all of it, so that browsers that lost one server do
 * not all come back at once.
 */
export function repeatDelay(reason: RepeatReason, index: number, random: number): number {
  const { afterMs } = REPEATS[reason];
  const whole = afterMs[Math.min(index, afterMs.length - 1)];
  return whole / 2 + (whole / 2) * random;
}

/** Decides when an attempt is sent again. Each attempt needs its own. */
export class Repeats {
  private readonly done: Record<RepeatReason, number> = { lost: 0, atWork: 0 };
  private lostAtMs: number | null = null;

  /** Counts a repeat after `error` and returns the milliseconds until it; null when the call must not be repeated. */
  next(error: unknown, nowMs: number, random: number): number | null {
    const reason = repeatReason(error);
    if (reason === null || this.done[reason] >= REPEATS[reason].most) return null;
    const delay = repeatDelay(reason, this.done[reason], random);
    if (reason === 'lost') {
      this.lostAtMs ??= nowMs;
      if (nowMs + delay > this.lostAtMs + LOST_FOR_MS) return null;
    }
    this.done[reason] += 1;
    return delay;
  }

  /** Whether an answer was lost on the way. */
  get hasLost(): boolean {
    return this.lostAtMs !== null;
  }
}
