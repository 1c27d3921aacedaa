import { mailboxOf, normaliseEmail } from '../users/email.rule.js';

/** A mail with a link. Of the two mails of an e-mail change, the new address gets change-email, and the old one change-email-notice (ACC-26). */
export type MailKind = 'verify-email' | 'reset-password' | 'change-email' | 'change-email-notice';

const MINUTE_MS = 60 * 1_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LIVES_MS: Record<MailKind, number> = {
  'verify-email': DAY_MS,
  'reset-password': 30 * MINUTE_MS,
  'change-email': DAY_MS,
  // Valid while the change can be confirmed, and then as long as it can be undone.
  'change-email-notice': 4 * DAY_MS,
};
const UNDO_MS = 3 * DAY_MS;
const ANYONE_ASKS_PER_DAY = 20;
/** How many e-mail changes an account may request in any 24 hours (ACC-40). */
export const CHANGES_PER_DAY = 10;

/** Mails that anyone can trigger for an address by naming it. */
export const ASKED_BY_ANYONE: MailKind[] = ['verify-email', 'reset-password'];
/** Links that a logged-in user can end. The notice's link is excluded: with it the owner of the old address regains the account (ACC-66). */
export const ENDABLE_LINK_KINDS: MailKind[] = ['verify-email', 'reset-password', 'change-email'];

/** A verification link and one of an e-mail change live 24 hours (ACC-8, ACC-26), a reset link 30 minutes (ACC-14). */
export function linkExpiry(kind: MailKind, now: Date): Date {
  return new Date(now.getTime() + LIVES_MS[kind]);
}

/** A change of address can be undone for 72 hours after it took effect (ACC-66). */
export function undoExpiry(changedAt: Date): Date {
  return new Date(changedAt.getTime() + UNDO_MS);
}

/**
 * A link works once and until its end, which is excluded (ACC-8). A newer verification link does not end it: otherwise a stranger who triggers mails
 * to an address could end the link that its owner is about to use. A newer reset or change link does (ACC-14, ACC-26).
 */
export function linkIsLive(
  link: { usedAt: Date | null; supersededAt: Date | null; expiresAt: Date },
  now: Date,
): boolean {
  return link.usedAt === null && link.supersededAt === null && now < link.expiresAt;
}

/** Mails sent before this moment no longer count against the daily limit. */
export function mailDayStart(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/**
 * An address gets at most 20 verification and reset mails in any 24 hours, so that our mails cannot flood a stranger's mailbox. A further request
 * gets the usual answer: another one would reveal whether the address has an unverified account (ACC-10).
 */
export function mayMailAgain(mailsToday: number): boolean {
  return mailsToday < ANYONE_ASKS_PER_DAY;
}

/**
 * Whether the mails to this address are counted together with those to all addresses of its mailbox (ACC-10). Otherwise a stranger could send any
 * number of mails by registering `name+1`, `name+2`. Two kinds are counted alone, so that such registrations cannot use up their mails: a verified
 * account, which the owner of the mailbox wanted, and the address without a tag.
 */
export function sharesMailsOfMailbox(user: { email: string; emailVerifiedAt: Date | null }): boolean {
  return user.emailVerifiedAt === null && mailboxOf(user.email) !== normaliseEmail(user.email);
}

/**
 * Beyond those 20 a reset mail is still sent when no reset link is alive, which is at most one in 30 minutes (ACC-10). Otherwise a stranger who uses
 * up the mails of the day and the allowed guesses would shut the owner out for a day.
 */
export function mayMailReset(mailsToday: number, hasLiveLink: boolean): boolean {
  return mayMailAgain(mailsToday) || !hasLiveLink;
}

/**
 * An account may request at most 10 e-mail changes in any 24 hours (ACC-40). They are counted separately from the mails that anyone can trigger, so
 * that a stranger cannot use up the owner's.
 */
export function mayAskForChange(changesToday: number): boolean {
  return changesToday < CHANGES_PER_DAY;
}

/**
 * The address for a requested mail; undefined when it must not be sent (MAIL-3), because its link is dead, or the account is gone or suspended. Only
 * the end of the account stops the notice of an e-mail change, because the reader of the old mailbox must learn of every change (ACC-26).
 */
export function mailGoesTo(
  request: { kind: MailKind; address: string | null; isLive(now: Date): boolean },
  user: { email: string; suspendedAt: Date | null } | null,
  now: Date,
): string | undefined {
  if (!user) return undefined;
  if (request.kind === 'change-email-notice') return request.address ?? user.email;
  return user.suspendedAt || !request.isLive(now) ? undefined : (request.address ?? user.email);
}
