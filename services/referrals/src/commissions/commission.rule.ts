/**
 * The share of a payment's amount in hundredths of a percent: 15% (REF-1). Frozen on each commission, so that a new rate applies only to new ones.
 */
export const COMMISSION_RATE_BPS = 1_500;

/** Whole cents of a * b / c, rounded down, exact at every size. */
const share = (a: number, b: number, c: number): number => Number((BigInt(a) * BigInt(b)) / BigInt(c));

/** The commission in cents: floor(15% of the amount paid after credit) (REF-1). A payment that would bring less than a cent has none (REF-14). */
export function commissionCents(paidCents: number, rateBps = COMMISSION_RATE_BPS): number {
  return share(paidCents, rateBps, 10_000);
}

/** A change of a completed payment, in the order of billing's announcements. */
export interface Change {
  kind: 'refund' | 'refund-failed' | 'dispute-open' | 'dispute-won' | 'dispute-lost';
  /** Id of the refund or dispute. */
  reference: string;
  /** For a refund: the sum of all refunds so far, including this one. For a failed refund: the sum of those that are still valid. Otherwise 0. */
  refundedTotalCents: number;
}

/** Money that goes into the referrer's wallet or out of it. `cause` is unique within a commission. */
export interface Movement {
  kind: 'credit' | 'reversal';
  cause: string;
  amountCents: number;
}

/**
 * All movements of a commission. First comes its credit. Each refund adds a reversal, so that all reversals amount to floor(commission x refunded
 * so far / paid) (REF-2). A dispute of any amount reverses the rest. When a dispute is lost, nothing more changes. A won one, also on appeal, and a
 * failed refund credit again, once, what other refunds and disputes leave (REF-13).
 */
export function movementsOf({ amountCents, paidCents }: Earned, changes: Change[]): Movement[] {
  const movements: Movement[] = [{ kind: 'credit', cause: 'payment', amountCents }];
  const disputes = new Map<string, Change['kind']>();
  let refundedCents = 0;
  let heldCents = amountCents;
  for (const { kind, reference, refundedTotalCents } of changes) {
    if (kind === 'refund') refundedCents = Math.min(paidCents, Math.max(refundedCents, refundedTotalCents));
    else if (kind === 'refund-failed') refundedCents = Math.min(refundedCents, refundedTotalCents);
    // The event of its opening may arrive last.
    else if (kind !== 'dispute-open' || !disputes.has(reference)) disputes.set(reference, kind);
    const isDisputed = [...disputes.values()].some((state) => state !== 'dispute-won');
    const leftCents = isDisputed ? 0 : amountCents - share(amountCents, refundedCents, paidCents);
    const cause = `${kind}:${reference}`;
    if (leftCents < heldCents) movements.push({ kind: 'reversal', cause, amountCents: heldCents - leftCents });
    if (leftCents > heldCents) movements.push({ kind: 'credit', cause, amountCents: leftCents - heldCents });
    heldCents = leftCents;
  }
  return movements;
}

interface Earned {
  amountCents: number;
  paidCents: number;
}

/** waiting = after an unanswered credit; announced = requested from billing; posted = the wallet has it; refused = it never will. */
export type EntryState = 'waiting' | 'announced' | 'posted' | 'refused';

/** A movement and its state. */
export interface Entry extends Movement {
  state: EntryState;
}

/**
 * The movements to request from billing now. Nothing overtakes a credit: later movements wait until the wallet has it, so that nothing is taken back
 * that was never given (REF-2).
 */
export function dueNow<E extends Pick<Entry, 'kind' | 'state'>>(entries: E[]): E[] {
  const blocking = entries.findIndex(({ kind, state }) => kind === 'credit' && state !== 'posted');
  const reachable = blocking < 0 ? entries : entries.slice(0, blocking + 1);
  return reachable.filter(({ state }) => state === 'waiting');
}
