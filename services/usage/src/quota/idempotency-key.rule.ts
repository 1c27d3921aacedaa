import type { CallState } from './metered-call.rule.js';

const DAY_MS = 86_400_000;
/** As long as what it would replay is kept (DATA-2). */
const KEY_HOLDS_MS = 30 * DAY_MS;
/** A released call replays nothing. Kept for as long as others, its rows would fill the disk at the cost of one failing sender's time. */
const RELEASED_KEY_HOLDS_MS = DAY_MS;
/** Far longer than any message to usage is under way: its sender gives it up after seconds, and statements end after 10 s. */
const UNKEYED_KEPT_MS = 15 * 60_000;

/**
 * An Idempotency-Key names its call for 30 days from the reservation, a released one for a day; after that the same key starts anew
 * (QUOTA-13). While its call is being worked on it holds, however long that takes.
 */
export function idempotencyKeyHolds(call: { state: CallState; reservedAt: Date }, now: Date): boolean {
  const holdsMs = call.state === 'released' ? RELEASED_KEY_HOLDS_MS : KEY_HOLDS_MS;
  return call.state === 'reserved' || now.getTime() - call.reservedAt.getTime() < holdsMs;
}

/**
 * Released calls reserved before these moments may be forgotten, with and without a key. One with a key goes when the key holds no
 * longer: a process whose clock is behind finds either the row, or none and starts anew, at no cost.
 */
export function releasedCallsKept(now: Date): { unkeyedSince: Date; keyedSince: Date } {
  return {
    unkeyedSince: new Date(now.getTime() - UNKEYED_KEPT_MS),
    keyedSince: new Date(now.getTime() - RELEASED_KEY_HOLDS_MS),
  };
}
