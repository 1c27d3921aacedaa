import type { MailText } from './mail-sender.js';
import { verifyEmailMail } from './verify-email.template.js';

const TEMPLATES: Record<string, (name: string, link: string) => MailText> = {
  'verify-email': verifyEmailMail,
};

/** The mail of a kind. A kind that this version does not know is an error, so that the event waits for one that does. */
export function mailOf(kind: string, name: string, link: string): MailText {
  const template = Object.hasOwn(TEMPLATES, kind) ? TEMPLATES[kind] : undefined;
  if (!template) throw new Error('mail request of an unknown kind');
  return template(name, link);
}
