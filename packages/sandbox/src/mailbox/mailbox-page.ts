import { createHash } from 'node:crypto';
import type { Mail } from './mail.js';
import { mailboxStyle } from './mailbox-style.js';

const MOST_SHOWN = 100;

/** What the page may load and do: its own style, its own search field, nothing else. */
export const mailboxPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(mailboxStyle).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The mails as an HTML document; whatever comes from a mail is escaped. */
export function mailboxPage(mails: Mail[], to = ''): string {
  const shown = mails.slice(0, MOST_SHOWN);
  const count = `${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}${to ? ` to ${escaped(to)}` : ''}`;
  const more = mails.length > shown.length ? `, the newest ${shown.length} shown` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox mailbox</title>
<style>${mailboxStyle}</style>
</head>
<body>
<header>
<h1>Sandbox mailbox</h1>
<p>Mails stay here: none is sent to anyone. Newest first, ${count}${more}.</p>
<form method="get"><label for="to">Address</label> <input id="to" name="to" type="search" value="${escaped(to)}"> <button>Show</button></form>
</header>
<main>
${shown.map(mailArticle).join('\n') || '<p>There is no mail yet. Load this page again after an action that sends one.</p>'}
</main>
</body>
</html>
`;
}

function mailArticle(mail: Mail): string {
  const links = mail.links.map(
    (address) => `<li><a href="${escaped(address)}" rel="noreferrer">${escaped(address)}</a></li>`,
  );
  return `<article>
<h2>${escaped(mail.subject) || '(no subject)'}</h2>
<dl><dt>To</dt><dd>${escaped(mail.to.join(', '))}</dd><dt>From</dt><dd>${escaped(mail.from)}</dd><dt>Received</dt><dd><time>${escaped(mail.receivedAt)}</time></dd></dl>
<pre>${escaped(mail.text)}</pre>
${links.length > 0 ? `<ul>${links.join('')}</ul>` : ''}
</article>`;
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => entities[sign]);
}
