/**
 * A password is contested when an unverified address was registered again with a different password. Then no password is right, and the proof of the
 * mailbox deletes the stored one (ACC-5). If the first password were valid, a stranger who registers an address in advance would own the account once
 * its owner registers and verifies; if the newest were, a stranger who registers it afterwards would.
 *
 * Returns the hash of the valid password; null when no password is right.
 */
export function validPasswordHashOf(account: {
  passwordHash: string | null;
  passwordContested: boolean;
}): string | null {
  return account.passwordContested ? null : account.passwordHash;
}
