/**
 * A password is contested when the address, not verified yet, was registered with another one too: none of them is right, and the proof of
 * the mailbox drops it (ACC-5). If the first password counted, a stranger who registers an address in advance would own the account once
 * its owner registers and verifies; if the newest did, a stranger who registers it afterwards would.
 *
 * Answers the hash that counts; null when no password is right.
 */
export function passwordThatCounts(account: {
  passwordHash: string | null;
  passwordContested: boolean;
}): string | null {
  return account.passwordContested ? null : account.passwordHash;
}
