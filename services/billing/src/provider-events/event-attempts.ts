import { type Backoff, backoffMs } from '@precis/runtime/backoff';

const ATTEMPTS = 12;
const WAITS: Backoff = { firstMs: 1_000, factor: 4, capMs: 30 * 60_000 };

/** While another look at the payment is under way. */
export const BUSY: Backoff = { firstMs: 300, factor: 1, capMs: 300 };

/** A payment's row is there before its provider hears of it; what a provider calls it may be written a moment later than its event arrives. */
const ATTEMPTS_OF_UNKNOWN = 5;

/** True of an attempt behind the last one: its worker was killed each time before it wrote down anything. */
export const isBeyondLast = (attempts: number): boolean => attempts > ATTEMPTS;

/**
 * An event whose provider or database is away is tried 12 times over 1.5 to 3 hours, then it is dead; one of a payment that is not ours is
 * ignored after 5 tries, within 3 minutes (PAY-41). Answers the wait in milliseconds; undefined after the last. `random` is in [0, 1).
 */
export function waitAfter(attempts: number, random: number, isKnown = true): number | undefined {
  return attempts < (isKnown ? ATTEMPTS : ATTEMPTS_OF_UNKNOWN) ? backoffMs(WAITS, attempts, random) : undefined;
}
