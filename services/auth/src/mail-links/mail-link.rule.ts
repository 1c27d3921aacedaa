const VERIFY_LINK_LIVES_MS = 24 * 60 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const MAILS_PER_DAY = 20;

/** Specification section 4 (e-mail verification) and decisions 11: a verification link lives 24 hours. */
export function verifyLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + VERIFY_LINK_LIVES_MS);
}

/**
 * Specification section 4 (e-mail verification) and decisions 11: a link works once, until its end, and only while nothing ended it
 * before: the verification of its address, by whichever of its links. Newer links leave it alone, so that a stranger who has mails
 * sent to an address cannot take the link away that its owner is about to follow. The end itself is outside.
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
 * An address gets at most 20 mails in any 24 hours, so that nobody can flood a stranger's mailbox through us. Whoever asks for one
 * more gets the usual answer: another would tell that the address is waiting for its verification.
 */
export function mayMailAgain(mailsToday: number): boolean {
  return mailsToday < MAILS_PER_DAY;
}
