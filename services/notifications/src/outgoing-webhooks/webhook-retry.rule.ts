const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** After the first, second, ... attempt; with the last one 23.6 hours have passed (HOOK-10). */
const WAITS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  7 * HOUR_MS,
  10 * HOUR_MS,
];
export const MOST_TRIES = WAITS_MS.length + 1;
/** Part of a wait by which it may be shorter or longer, so that what failed together does not come back together. */
const JITTER = 0.1;
const FAILING_LIMIT_MS = 5 * DAY_MS;
const HELD_LIMIT_MS = 3 * DAY_MS;

/** The wait after so many tries; undefined after the last. A test is tried once: whoever pressed the button waits for it (HOOK-10). `random` in [0, 1). */
export function waitAfter(tries: number, isTest: boolean, random: number): number | undefined {
  const wait = isTest ? undefined : WAITS_MS[tries - 1];
  return wait === undefined ? undefined : Math.round(wait * (1 - JITTER + 2 * JITTER * random));
}

/** An endpoint to which nothing got through for 5 days, with attempts at both ends of them, is disabled (HOOK-11). */
export const isFailingTooLong = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_LIMIT_MS;

/** A delivery that its account's state holds back is given up after 3 days (HOOK-9). */
export const isHeldTooLong = (queuedAt: Date, now: Date): boolean =>
  now.getTime() - queuedAt.getTime() >= HELD_LIMIT_MS;
