import { backoffMs } from '@precis/runtime/backoff';

const ATTEMPTS = 12;
const WAITS = { firstMs: 1_000, factor: 4, capMs: 30 * 60_000 };

/** True of an attempt that comes behind the last one: its sender was killed each time before it recorded anything. */
export const isBeyondLast = (attempts: number): boolean => attempts > ATTEMPTS;

/**
 * A mail server may be away for hours: 12 attempts over 1.5 to 3 hours, within the 24 hours that a link lives, then the mail is dead
 * (MAIL-2). Answers the wait after the given number of attempts in milliseconds; undefined after the last. `random` is in [0, 1).
 */
export function waitAfter(attempts: number, random: number): number | undefined {
  return attempts < ATTEMPTS ? backoffMs(WAITS, attempts, random) : undefined;
}
