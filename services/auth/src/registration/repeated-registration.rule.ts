/**
 * Specification section 2 (Register) and decisions 10: registering a verified e-mail again is refused; an unverified one is
 * sent a new link.
 *
 * Nothing that is typed counts before a link is used, and each link sets the name and password that were typed for it. Had the first
 * password been kept for all, whoever registers a stranger's address in advance would own the account on the day the stranger
 * registers and verifies; had the newest replaced it for all, whoever registers it afterwards would. So the mailbox's owner gets what
 * goes with the mail that they follow, and the mail tells its name. A mail that is asked for again goes with the first registration.
 */
export function mayRegisterAgain(account: { emailVerifiedAt: Date | null }): boolean {
  return account.emailVerifiedAt === null;
}
