import type { CallState } from './metered-call.rule.js';

const DAY_MS = 86_400_000;
/** As long as the replayed result is kept (DATA-2). */
const KEY_HOLDS_MS = 30 * DAY_MS;
/** Shorter, because a released call has no result to replay, and the rows of one failing sender would otherwise fill the disk. */
const RELEASED_KEY_HOLDS_MS = DAY_MS;
/** Far longer than a message to usage and its transaction can take: the sender gives up after seconds, and statements end after 10 s. */
const IN_USE_MS = 15 * 60_000;

/**
 * An Idempotency-Key names its call for 30 days from the reservation, or for a day if the call was released; then the same key starts a new call
 * (QUOTA-13). While its call is in progress, the key holds for any length of time.
 */
export function idempotencyKeyHolds(call: { state: CallState; reservedAt: Date }, now: Date): boolean {
  const holdsMs = call.state === 'released' ? RELEASED_KEY_HOLDS_MS : KEY_HOLDS_MS;
  return call.state === 'reserved' || now.getTime() - call.reservedAt.getTime() < holdsMs;
}

/**
 * Released calls reserved before these moments may be deleted, with and without a key. One with a key is kept for longer than its key holds: a
 * transaction that began shortly before that moment, or by a slower clock, has read the row and still updates it.
 */
export function releasedCallsKept(now: Date): { unkeyedSince: Date; keyedSince: Date } {
  return {
    unkeyedSince: new Date(now.getTime() - IN_USE_MS),
    keyedSince: new Date(now.getTime() - RELEASED_KEY_HOLDS_MS - IN_USE_MS),
  };
}
