/**
 * An account gets a new address only when no other account holds it. A verified account holds its address, and so does a suspended one, which only an
 * operator can release. An unverified account loses it to a proof of the mailbox, which it never gave (ACC-41).
 */
export function holdsItsAddress(other: { emailVerifiedAt: Date | null; suspendedAt: Date | null }): boolean {
  return other.emailVerifiedAt !== null || other.suspendedAt !== null;
}
