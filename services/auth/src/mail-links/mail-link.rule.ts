const VERIFY_LINK_LIVES_MS = 24 * 60 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const MAILS_PER_DAY = 20;

/** A verification link lives 24 hours (ACC-8). */
export function verifyLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + VERIFY_LINK_LIVES_MS);
}

/**
 * A link works once, until its end (which is outside), and only while its address is not verified (ACC-8). A newer link does not end it:
 * else a stranger who has mails sent to an address could end the link that its owner is about to follow.
 */
export function linkIsLive(
  link: { usedAt: Date | null; supersededAt: Date | null; expiresAt: Date },
  now: Date,
): boolean {
  return link.usedAt === null && link.supersededAt === null && now < link.expiresAt;
}

/** Mails that went out before this moment no longer count. */
export function mailDayStart(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/**
 * An address gets at most 20 mails in any 24 hours, so that our mails cannot flood a stranger's mailbox. A request for one more gets the
 * usual answer: another answer would reveal that the address is not verified yet (ACC-10).
 */
export function mayMailAgain(mailsToday: number): boolean {
  return mailsToday < MAILS_PER_DAY;
}
