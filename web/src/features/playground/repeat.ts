import { type CallFailure, failureStatus } from '../../lib/call-gateway';

/** How often a call whose answer was lost is sent again with its own key, before the page gives up for now. */
export const MAX_REPEATS = 8;
const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;

/**
 * Whether a failure says nothing about the summary itself (WEB-27): the connection broke, a proxy answered for the gateway, or the first try is still
 * at work. Only then is the call repeated, with the same Idempotency-Key, so that it finds its result instead of paying twice (QUOTA-11).
 */
export function isLost(error: unknown): boolean {
  const status = failureStatus(error);
  if (status === 0 || status === 502 || status === 504) return true;
  return status === 409 && (error as Partial<CallFailure>).code === 'idempotency_key_in_use';
}

/** Milliseconds before repeat `index` (from 0): doubling, between half and the whole of it, so that browsers which lost one server do not come back at once. */
export function repeatDelay(index: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** index);
  return whole / 2 + (whole / 2) * random;
}
