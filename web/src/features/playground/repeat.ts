import { type CallFailure, failureStatus } from '../../lib/call-gateway';

/**
 * Why a call is sent again by itself (WEB-27). `lost`: the connection broke, or a proxy answered for the gateway. `atWork`: the first try is still
 * being worked on. Any other failure is about the summary itself.
 */
export type RepeatReason = 'lost' | 'atWork';

/** How often a call is sent again by itself for each reason, and the milliseconds before each time; the last one for all that follow. */
export const REPEATS: Record<RepeatReason, { most: number; afterMs: number[] }> = {
  lost: { most: 2, afterMs: [1_000, 4_000] },
  atWork: { most: 8, afterMs: [1_000, 2_000, 4_000, 8_000, 15_000] },
};
/** Longer than this nobody waits for a connection without being told: no repeat begins later than this after the first loss. */
export const LOST_FOR_MS = 8_000;

/** Only then is the call repeated, with the same Idempotency-Key, so that it finds its result instead of paying twice (QUOTA-11). */
export function repeatReason(error: unknown): RepeatReason | null {
  const status = failureStatus(error);
  if (status === 0 || status === 502 || status === 504) return 'lost';
  return status === 409 && (error as Partial<CallFailure>).code === 'idempotency_key_in_use' ? 'atWork' : null;
}

/** Milliseconds before repeat `index` (from 0): between half and the whole of it, so that browsers which lost one server do not come back at once. */
export function repeatDelay(reason: RepeatReason, index: number, random: number): number {
  const { afterMs } = REPEATS[reason];
  const whole = afterMs[Math.min(index, afterMs.length - 1)];
  return whole / 2 + (whole / 2) * random;
}

/** When an attempt is sent again. One for each attempt. */
export class Repeats {
  private readonly done: Record<RepeatReason, number> = { lost: 0, atWork: 0 };
  private lostAtMs: number | null = null;

  /** Milliseconds until the next repeat after `error`; null: a person is asked. */
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
