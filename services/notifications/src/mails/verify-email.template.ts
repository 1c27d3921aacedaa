import { BRAND } from './brand.js';
import { escapeHtml } from './html.rule.js';
import { greetingFor } from './greeting.rule.js';
import type { MailText } from './mail-sender.js';

/** The mail with a verification link (decisions 11). */
export function verifyEmailMail(name: string, link: string): MailText {
  const greeting = greetingFor(name);
  const ask = `please confirm your email address to finish creating your ${BRAND} account:`;
  const note = `The link works once, within 24 hours. If you did not just register at ${BRAND}, do not open it and ignore this mail.`;
  return {
    subject: `Verify your email address for ${BRAND}`,
    text: `${greeting}\n\n${ask}\n\n${link}\n\n${note}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif">
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(ask)}</p>
<p><a href="${escapeHtml(link)}">Verify email address</a></p>
<p style="word-break:break-all">${escapeHtml(link)}</p>
<p>${escapeHtml(note)}</p>
</body></html>
`,
  };
}
