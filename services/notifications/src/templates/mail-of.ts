import * as account from './account-mails.js';
import { laidOut, type MailText } from './layout.js';
import type { MailContent, MailFacts } from './mail-content.js';
import * as money from './money-mails.js';
import * as security from './security-mails.js';
import { monthStatement, quotaThreshold, webhookDisabled } from './usage-mails.js';

/** The templates of all mails, by the kind that `deliveries` stores. */
const TEMPLATES = {
  'verify-email': account.verifyEmail,
  'reset-password': account.resetPassword,
  'change-email': account.changeEmail,
  'change-email-notice': account.changeEmailNotice,
  welcome: account.welcome,
  'account-closed': account.accountClosed,
  'password-changed': security.passwordChanged,
  'google-linked': security.googleLinked,
  'key-generated': security.keyGenerated,
  'key-rotated': security.keyRotated,
  'key-revoked': security.keyRevoked,
  'quota-threshold': quotaThreshold,
  'webhook-disabled': webhookDisabled,
  'month-statement': monthStatement,
  receipt: money.receipt,
  'plan-expiring': money.planExpiring,
  'plan-expired': money.planExpired,
  commission: money.commission,
} satisfies Record<string, (facts: MailFacts) => MailContent>;

export type MailKind = keyof typeof TEMPLATES;
export const MAIL_KINDS = Object.keys(TEMPLATES) as MailKind[];

/** A kind that this version does not know: the mail waits for one that does. */
export class UnknownKind extends Error {
  override name = 'UnknownKind';
}

/** Builds the mail of a kind. `unsubscribeUrl`: for a mail that its reader can turn off. */
export function mailOf(kind: string, facts: MailFacts, unsubscribeUrl?: string): MailText {
  if (!Object.hasOwn(TEMPLATES, kind)) throw new UnknownKind('mail of an unknown kind');
  return laidOut(TEMPLATES[kind as MailKind](facts), { name: facts.name, unsubscribeUrl });
}
