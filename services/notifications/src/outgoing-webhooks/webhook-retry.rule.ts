const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Waits after the first, second, ... attempt. The last attempt comes after 23.6 hours (HOOK-10). */
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
/** The most attempts at one delivery, with the first. */
export const MOST_TRIES = WAITS_MS.length + 1;
/** The jitter, as a share of a wait, so that deliveries that failed together do not return together. */
const JITTER = 0.1;
const FAILING_LIMIT_MS = 5 * DAY_MS;
const HELD_LIMIT_MS = 3 * DAY_MS;

/**
 * The wait in milliseconds after the given number of attempts; undefined after the last. A test has one attempt, because its user waits (HOOK-10).
 * `random` is in [0, 1).
 */
export function waitAfter(tries: number, isTest: boolean, random: number): number | undefined {
  const wait = isTest ? undefined : WAITS_MS[tries - 1];
  return wait === undefined ? undefined : Math.round(wait * (1 - JITTER + 2 * JITTER * random));
}

/** An endpoint without a success for 5 days, with failures at the beginning and the end of that time, is disabled (HOOK-11). */
export const isFailingTooLong = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_LIMIT_MS;

/** A delivery that is held back because of its account's state fails after 3 days (HOOK-9). */
export const isHeldTooLong = (queuedAt: Date, now: Date): boolean =>
  now.getTime() - queuedAt.getTime() >= HELD_LIMIT_MS;
