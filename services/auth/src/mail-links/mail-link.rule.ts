const VERIFY_LINK_LIVES_MS = 24 * 60 * 60 * 1_000;
const MAILS_PER_HOUR = 20;

/** Decisions 11: a verification link lives 24 hours. */
export function verifyLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + VERIFY_LINK_LIVES_MS);
}

/** Decisions 11: a link works once, until its end, and only while no newer one was asked for; the end itself is outside. */
export function linkIsLive(link: { usedAt: Date | null; supersededAt: Date | null; expiresAt: Date }, now: Date): boolean {
  return link.usedAt === null && link.supersededAt === null && now < link.expiresAt;
}

/** An address gets at most 20 mails an hour, so that nobody can flood a stranger's mailbox through us (decisions 4 and 10 leave the number open). */
export function mayMailAgain(mailsInLastHour: number): boolean {
  return mailsInLastHour < MAILS_PER_HOUR;
}
