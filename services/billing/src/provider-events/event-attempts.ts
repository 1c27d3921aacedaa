import { type Backoff, backoffMs } from '@precis/runtime/backoff';

const ATTEMPTS = 12;
const WAITS: Backoff = { firstMs: 1_000, factor: 4, capMs: 30 * 60_000 };

/** The wait while another look at the payment runs. */
export const BUSY: Backoff = { firstMs: 300, factor: 1, capMs: 300 };

/** A payment's row exists before its provider is called, but the provider's id of it may be stored a moment after its event arrives. */
const ATTEMPTS_OF_UNKNOWN = 5;

/** Whether this attempt follows the last allowed one: its worker was killed at every attempt before it stored a result. */
export const isBeyondLast = (attempts: number): boolean => attempts > ATTEMPTS;

/**
 * An event whose provider or database is unavailable is tried 12 times over 1.5 to 3 hours, then it is dead; an event of a foreign payment is ignored
 * after 5 tries, within 3 minutes (PAY-41). Returns the wait in milliseconds; undefined after the last attempt. `random` is in [0, 1).
 */
export function waitAfter(attempts: number, random: number, isKnown = true): number | undefined {
  return attempts < (isKnown ? ATTEMPTS : ATTEMPTS_OF_UNKNOWN) ? backoffMs(WAITS, attempts, random) : undefined;
}
