import type { AttributedBy } from '../accounts/referral-account.entity.js';

/** The facts of an account that decide about a referral. Hashes are keyed, of normalised addresses (REF-5). */
export interface Person {
  accountId: string;
  emailHashes: string[];
  /** Null until its user-registered arrives: its addresses are unknown. */
  registeredAt: Date | null;
  erasedAt: Date | null;
}

/** A code of the account, by its owner. `fromPlace`: the first of its payments that would earn a commission. */
export interface Candidate {
  ownerId: string;
  by: AttributedBy;
  fromPlace: number;
}

/** Whether a code makes its owner the account's referrer. `unknown`: an event that decides it has not arrived yet. */
export type Verdict = 'counts' | 'refused' | 'unknown';

/**
 * Refuses one's own code, the code of the same person by any current or former address of the two accounts, and that of an erased account (REF-4,
 * REF-5, REF-15).
 */
export function verdictOn(account: Person, owner: Person | null): Verdict {
  if (!owner || owner.erasedAt || owner.accountId === account.accountId) return 'refused';
  if (!account.registeredAt || !owner.registeredAt) return 'unknown';
  return account.emailHashes.some((hash) => owner.emailHashes.includes(hash)) ? 'refused' : 'counts';
}

interface SeenPayment {
  place: number;
  codeOwner: string | null;
}

/** In order: the code of the registration whose link was used, then those given at checkout (REF-3, ACC-6). */
export function candidatesOf(signUpOwner: string | null, payments: SeenPayment[]): Candidate[] {
  const atSignUp: Candidate[] = signUpOwner === null ? [] : [{ ownerId: signUpOwner, by: 'sign-up', fromPlace: 0 }];
  const atCheckout = payments.flatMap(({ codeOwner, place }): Candidate[] =>
    codeOwner === null ? [] : [{ ownerId: codeOwner, by: 'checkout', fromPlace: place }],
  );
  return [...atSignUp, ...atCheckout];
}

/**
 * A code given at checkout counts only with the account's first payment; failed payments do not count (REF-3, REF-12). Decided when the payment is
 * first seen.
 */
export function mayBringReferrer(earlier: { state: string }[]): boolean {
  return earlier.every(({ state }) => state === 'failed');
}
