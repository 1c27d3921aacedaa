/**
 * An account gets a new address only when no other one holds it. A verified account does, and a suspended one, which nothing but an operator
 * lets go; an unverified one gives way to the proof of the mailbox, which it never had (ACC-41).
 */
export function holdsItsAddress(other: { emailVerifiedAt: Date | null; suspendedAt: Date | null }): boolean {
  return other.emailVerifiedAt !== null || other.suspendedAt !== null;
}
