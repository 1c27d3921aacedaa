import type { CallState } from './metered-call.rule.js';

const KEY_HOLDS_MS = 30 * 86_400_000;

/**
 * An Idempotency-Key speaks for its call for 30 days from the reservation, as long as what it would replay is kept; after
 * that the same key starts anew (specification section 9, privacy: summaries are deleted within 30 days; decisions 25). While its
 * call is being worked on it holds, however long that takes.
 */
export function idempotencyKeyHolds(call: { state: CallState; reservedAt: Date }, now: Date): boolean {
  return call.state === 'reserved' || now.getTime() - call.reservedAt.getTime() < KEY_HOLDS_MS;
}
