/**
 * Specification section 2 (Register) and decisions 10: registering a verified e-mail again is refused; an unverified one is
 * sent a new link.
 *
 * Name and password of an unverified account are replaced by those of the newest registration. They count only once its
 * link is used, and only the newest link works (decisions 11): link and credentials always belong to the same request. Had
 * the first password been kept, whoever registers a stranger's address in advance would own the account on the day the
 * stranger registers and verifies; so the mailbox's owner gets what was typed last, and the mail tells its name.
 */
export function mayReplaceRegistration(account: { emailVerifiedAt: Date | null }): boolean {
  return account.emailVerifiedAt === null;
}
