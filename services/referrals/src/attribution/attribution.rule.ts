import type { AttributedBy } from '../accounts/referral-account.entity.js';

/** What counts of an account here. Hashes are keyed, of normalised addresses (REF-5). */
export interface Person {
  accountId: string;
  emailHashes: string[];
  /** Null while its user-registered is under way: its addresses are not known yet. */
  registeredAt: Date | null;
  erasedAt: Date | null;
}

/** A code that the account came with, by whose it is. `fromPlace`: the first of its payments that would earn a commission. */
export interface Candidate {
  ownerId: string;
  by: AttributedBy;
  fromPlace: number;
}

/** `unknown`: an event that decides it is still under way. */
export type Verdict = 'counts' | 'refused' | 'unknown';

/**
 * One's own code, and the code of the same person by any address that the two accounts have or had, is refused; so is that of an account
 * that is gone (REF-4, REF-5, REF-15).
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

/** In this order: the code of the registration whose link was used, then those given at checkout (REF-3, ACC-6). */
export function candidatesOf(signUpOwner: string | null, payments: SeenPayment[]): Candidate[] {
  const atSignUp: Candidate[] = signUpOwner === null ? [] : [{ ownerId: signUpOwner, by: 'sign-up', fromPlace: 0 }];
  const atCheckout = payments.flatMap(({ codeOwner, place }): Candidate[] =>
    codeOwner === null ? [] : [{ ownerId: codeOwner, by: 'checkout', fromPlace: place }],
  );
  return [...atSignUp, ...atCheckout];
}

/**
 * A code given at checkout counts only with the account's first payment; payments that failed are none (REF-3, REF-12). Decided when the
 * payment is first heard of.
 */
export function mayBringReferrer(earlier: { state: string }[]): boolean {
  return earlier.every(({ state }) => state === 'failed');
}
