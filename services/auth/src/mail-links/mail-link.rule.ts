const VERIFY_LINK_LIVES_MS = 24 * 60 * 60 * 1_000;
const MAILS_PER_HOUR = { registration: 20, resend: 10 };

/** What a verification mail is asked for by. */
export type MailCause = keyof typeof MAILS_PER_HOUR;

/** Specification section 4 (e-mail verification) and decisions 11: a verification link lives 24 hours. */
export function verifyLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + VERIFY_LINK_LIVES_MS);
}

/**
 * Specification section 4 (e-mail verification) and decisions 11: a link works once, until its end, and only while no newer
 * one was asked for; the end itself is outside.
 */
export function linkIsLive(link: { usedAt: Date | null; supersededAt: Date | null; expiresAt: Date }, now: Date): boolean {
  return link.usedAt === null && link.supersededAt === null && now < link.expiresAt;
}

/**
 * An address gets at most 20 mails an hour, so that nobody can flood a stranger's mailbox through us (specification section 2,
 * Register and Forgot password; decisions 4 and 10 leave the number open). Resending stops at ten: a stranger who presses it
 * without end, unseen, still leaves the address's owner mails to register with.
 */
export function mayMailAgain(mailsInLastHour: number, cause: MailCause): boolean {
  return mailsInLastHour < MAILS_PER_HOUR[cause];
}
