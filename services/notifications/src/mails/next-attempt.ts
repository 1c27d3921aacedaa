import { backoffMs } from '@precis/runtime/backoff';

const ATTEMPTS = 12;
const WAITS = { firstMs: 1_000, factor: 4, capMs: 30 * 60_000 };

/** Whether this attempt follows the last allowed one: its sender was killed at every attempt before it recorded a result. */
export const isBeyondLast = (attempts: number): boolean => attempts > ATTEMPTS;

/**
 * A mail server may be unavailable for hours, so a mail gets 12 attempts over 1.5 to 3 hours, within the 24 hours of a verification link. Then it is
 * dead (MAIL-12). Returns the wait in milliseconds after the given number of attempts; undefined after the last. `random` is in [0, 1).
 */
export function waitAfter(attempts: number, random: number): number | undefined {
  return attempts < ATTEMPTS ? backoffMs(WAITS, attempts, random) : undefined;
}
