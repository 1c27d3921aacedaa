import { escapeText, escapeUTF8 } from 'entities/escape';
import { greetingFor } from './greeting.rule.js';
import type { MailText } from './mail-sender.js';

/** The product's name in mails (OPS-9). */
const BRAND = 'Precis';

const TEXTS: Record<string, (name: string, link: string) => MailText> = { 'verify-email': verifyEmail };

/** The mail of a kind. A kind that this version does not know is an error, so that the event waits for one that does. */
export function mailOf(kind: string, name: string, link: string): MailText {
  const text = Object.hasOwn(TEXTS, kind) ? TEXTS[kind] : undefined;
  if (!text) throw new Error('mail request of an unknown kind');
  return text(name, link);
}

/** The mail with a verification link (ACC-8). Text from outside is escaped wherever it stands in the HTML (MAIL-4). */
function verifyEmail(name: string, link: string): MailText {
  const greeting = greetingFor(name);
  const ask = `please confirm your email address to finish creating your ${BRAND} account:`;
  const note = `The link works once, within 24 hours. If you did not just register at ${BRAND}, do not open it and ignore this mail.`;
  return {
    subject: `Verify your email address for ${BRAND}`,
    text: `${greeting}\n\n${ask}\n\n${link}\n\n${note}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif">
<p>${escapeText(greeting)}</p>
<p>${escapeText(ask)}</p>
<p><a href="${escapeUTF8(link)}">Verify email address</a></p>
<p style="word-break:break-all">${escapeText(link)}</p>
<p>${escapeText(note)}</p>
</body></html>
`,
  };
}
