import type { AccountQuota } from './account-quota.rule.js';
import { idempotencyKeyHolds } from './idempotency-key.rule.js';
import { type CallFacts, type CallMode, type CallSubject, MeteredCall } from './metered-call.rule.js';

/** The result and the subject of a charge. */
interface Charged {
  resultRef: string;
  subject: CallSubject | null;
}

/** Names, in a release or refund, the current attempt of the call, for a caller that does not know its number. */
export const ANY_ATTEMPT = 0;

/**
 * An operation on a metered call; `peek` only reads the quota. `attempt` numbers the reservations of one call from 1. A release or refund may name
 * ANY_ATTEMPT instead.
 */
export type Operation =
  | { kind: 'reserve'; callId: string; facts: CallFacts; mode: CallMode }
  | ({ kind: 'charge'; callId: string; attempt: number } & Charged)
  | { kind: 'release'; callId: string; attempt: number }
  | ({ kind: 'reserveAndCharge'; callId: string; facts: CallFacts } & Charged)
  | { kind: 'refund'; callId: string; attempt: number; reason: string }
  | { kind: 'peek' };

/**
 * The decision on an operation. granted: a unit is reserved. charged, released, refunded: the state of the call, also after a repeat. replay: the
 * key's earlier call was charged, and its result is answered again. busy: the key's call is in progress. mismatch: the key was used with another
 * endpoint or body (QUOTA-12). exhausted: the quota is used up. in_use: open calls have reserved the rest (QUOTA-8). invalid: malformed, another
 * account's call, or a refund of an unknown call, of another attempt, or of a call that was never charged.
 */
export type Outcome =
  | { kind: 'granted' | 'charged' | 'replay'; callId: string; attempt: number; resultRef?: string }
  | { kind: 'busy'; callId: string; attempt: number; reservedForMs: number }
  | { kind: 'mismatch'; differs: 'endpoint' | 'body' }
  | { kind: 'exhausted' | 'in_use' | 'released' | 'refunded' | 'peeked' | 'invalid' };

/**
 * A unit is reserved before the work, charged on success and released on failure (QUOTA-3). Each attempt ends once, and a repeat of any operation
 * returns the earlier decision (QUOTA-11, QUOTA-12; why: ADR 4). An operation on another account's call is invalid.
 */
export function applyOperation(account: AccountQuota, operation: Operation): Outcome {
  if (operation.kind !== 'peek' && account.isForeign(operation.callId)) return { kind: 'invalid' };
  switch (operation.kind) {
    case 'reserve':
      return reserve(account, operation.callId, operation.facts, operation.mode);
    case 'reserveAndCharge':
      return reserveAndCharge(account, operation.callId, operation.facts, operation);
    case 'charge':
      return charge(account, operation.callId, operation.attempt, operation);
    case 'release':
      return release(account, operation.callId, operation.attempt);
    case 'refund':
      return refund(account, operation.callId, operation.attempt, operation.reason);
    case 'peek':
      return { kind: 'peeked' };
  }
}

function reserve(account: AccountQuota, callId: string, facts: CallFacts, mode: CallMode): Outcome {
  const own = account.callOf(callId);
  if (own) return own.state === 'reserved' ? granted(own) : decided(own);
  const known = account.callOfKey(facts.idemHash);
  const keyed = known && idempotencyKeyHolds(known, account.now) ? known : undefined;
  if (keyed) {
    if (keyed.facts.endpoint !== facts.endpoint) return { kind: 'mismatch', differs: 'endpoint' };
    if (keyed.facts.bodyHash !== facts.bodyHash) return { kind: 'mismatch', differs: 'body' };
    if (keyed.state === 'charged') {
      account.replay(keyed);
      return { kind: 'replay', callId: keyed.callId, attempt: keyed.attempt, resultRef: keyed.resultRef ?? '' };
    }
    if (keyed.state === 'reserved') return busy(keyed, account.now);
  }
  if (account.used >= account.limit) return { kind: 'exhausted' };
  if (account.used + account.reserved >= account.limit) return { kind: 'in_use' };
  if (keyed) {
    account.change(keyed, () => keyed.reserveAgain(callId, facts, mode, account.month, account.now));
    return granted(keyed);
  }
  if (known) account.forgetKey(known);
  const call = MeteredCall.reserve(callId, account.accountId, facts, mode, account.month, account.now);
  account.add(call);
  return granted(call);
}

function reserveAndCharge(account: AccountQuota, callId: string, facts: CallFacts, charged: Charged): Outcome {
  const outcome = reserve(account, callId, facts, 'sync');
  return outcome.kind === 'granted' ? charge(account, callId, outcome.attempt, charged) : outcome;
}

function charge(account: AccountQuota, callId: string, attempt: number, { resultRef, subject }: Charged): Outcome {
  const call = account.callOf(callId);
  const isCurrent = call?.attempt === attempt;
  if (isCurrent && call.state === 'reserved') account.charge(call, resultRef, subject);
  // Nobody will read a result that arrived after its call was released.
  if (!isCurrent || call.resultRef !== resultRef) account.hidden.push(resultRef);
  return isCurrent ? decided(call) : { kind: 'released' };
}

/** Releases a call. With ANY_ATTEMPT, the answer to Reserve was lost, so the caller does not know the attempt. */
function release(account: AccountQuota, callId: string, attempt: number): Outcome {
  const call = account.callOf(callId);
  if (!call) {
    account.add(MeteredCall.tombstone(callId, account.accountId, account.month, account.now));
    return { kind: 'released' };
  }
  if (attempt !== ANY_ATTEMPT && call.attempt !== attempt) return { kind: 'released' };
  if (call.state === 'reserved') account.change(call, () => call.release());
  return decided(call);
}

/**
 * Refunds one attempt only, so that a late repeat never refunds the next one; ANY_ATTEMPT means the current one. An attempt whose result was asked
 * for again with its key stays charged: otherwise a refund of the first answer would make the second answer free (QUOTA-1). When the second answer is
 * lost too, a further repeat costs nothing.
 */
function refund(account: AccountQuota, callId: string, attempt: number, reason: string): Outcome {
  const call = account.callOf(callId);
  if (call && attempt !== ANY_ATTEMPT && call.attempt !== attempt) return { kind: 'invalid' };
  if (!call || (call.state !== 'charged' && call.state !== 'refunded')) return { kind: 'invalid' };
  if (call.state === 'charged' && !call.isReplayed) account.change(call, () => call.refund(reason));
  return decided(call);
}

function granted(call: MeteredCall): Outcome {
  return { kind: 'granted', callId: call.callId, attempt: call.attempt };
}

function busy(call: MeteredCall, now: Date): Outcome {
  const reservedForMs = Math.max(0, now.getTime() - call.reservedAt.getTime());
  return { kind: 'busy', callId: call.callId, attempt: call.attempt, reservedForMs };
}

function decided(call: MeteredCall): Outcome {
  if (call.state === 'charged')
    return { kind: 'charged', callId: call.callId, attempt: call.attempt, resultRef: call.resultRef ?? '' };
  return { kind: call.state === 'refunded' ? 'refunded' : 'released' };
}
