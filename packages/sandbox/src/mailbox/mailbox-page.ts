import { createHash } from 'node:crypto';
import type { Mail } from './mail-store.js';

const MOST_SHOWN = 100;

/** The page's only style; its hash stands in the content security policy. */
const mailboxStyle = `
:root { color-scheme: light dark; --ink: #1c2126; --soft: #57606a; --paper: #fff; --ground: #f3f4f6; --line: #c9ced4; --link: #0b57b0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --soft: #a3abb4; --paper: #1d2126; --ground: #121518; --line: #3b434b; --link: #8ab8ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
header p { color: var(--soft); margin: .25rem 0 .75rem; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-bottom: 1rem; }
input { flex: 1 1 12rem; min-width: 0; }
input, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: .4rem .7rem; min-height: 2.75rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
article { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin-bottom: 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; margin: 0 0 .75rem; font-size: .9rem; color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
ul { list-style: none; margin: .75rem 0 0; padding: .75rem 0 0; border-top: 1px solid var(--line); }
li { overflow-wrap: anywhere; }
li + li { margin-top: .5rem; }
a { color: var(--link); }
`;

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
