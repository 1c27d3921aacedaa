import type { CallState } from './metered-call.rule.js';

const DAY_MS = 86_400_000;
const KEY_HOLDS_MS = 30 * DAY_MS;
/** Far longer than any message to usage is under way: its sender gives it up after seconds, and statements end after 10 s. */
const UNKEYED_KEPT_MS = 15 * 60_000;

/**
 * An Idempotency-Key speaks for its call for 30 days from the reservation, as long as what it would replay is kept; after
 * that the same key starts anew (specification section 9, privacy: summaries are deleted within 30 days; decisions 25). While its
 * call is being worked on it holds, however long that takes.
 */
export function idempotencyKeyHolds(call: { state: CallState; reservedAt: Date }, now: Date): boolean {
  return call.state === 'reserved' || now.getTime() - call.reservedAt.getTime() < KEY_HOLDS_MS;
}

/**
 * Released calls reserved before these moments may be forgotten, with and without a key. One with a key stays a day longer than the key holds: a
 * process whose clock is behind may still take it up again.
 */
export function releasedCallsKept(now: Date): { unkeyedSince: Date; keyedSince: Date } {
  return { unkeyedSince: new Date(now.getTime() - UNKEYED_KEPT_MS), keyedSince: new Date(now.getTime() - KEY_HOLDS_MS - DAY_MS) };
}
