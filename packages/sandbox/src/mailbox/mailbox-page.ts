import { escaped, moment, sandboxPage } from '../pages/sandbox-page.js';
import type { Mail } from './mail-store.js';

const MOST_SHOWN = 100;

/** The mails as an HTML document; all text of a mail is escaped. */
export function mailboxPage(mails: Mail[], to = ''): string {
  const shown = mails.slice(0, MOST_SHOWN);
  const count = `${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}${to ? ` to ${escaped(to)}` : ''}`;
  const more = mails.length > shown.length ? `, the newest ${shown.length} shown` : '';
  const main = `<div class="intro">
<h1>Sandbox mailbox</h1>
<p class="soft">Newest first, ${count}${more}.</p>
</div>
<form class="search" method="get" role="search"><label for="to">Address</label><input id="to" name="to" type="search" autocomplete="off" value="${escaped(to)}"><button>Show</button></form>
${shown.map(mailArticle).join('\n') || '<p class="card">There is no mail yet. Load this page again after an action that sends one.</p>'}`;
  return sandboxPage({
    title: 'Sandbox mailbox',
    banner: ['SANDBOX', 'Mails stay here: none is sent to anyone.'],
    layout: 'reading',
    main,
  });
}

function mailArticle(mail: Mail): string {
  const links = mail.links.map(
    (address) => `<li><a href="${escaped(address)}" rel="noreferrer">${escaped(address)}</a></li>`,
  );
  const received = `<time datetime="${escaped(mail.receivedAt)}">${moment(new Date(mail.receivedAt))}</time>`;
  return `<article class="card mail">
<h2>${escaped(mail.subject) || '(no subject)'}</h2>
<dl class="facts"><dt>To</dt><dd>${escaped(mail.to.join(', '))}</dd><dt>From</dt><dd>${escaped(mail.from)}</dd><dt>Received</dt><dd>${received}</dd></dl>
<pre>${escaped(mail.text.trim())}</pre>
${links.length > 0 ? `<ul class="links">${links.join('')}</ul>` : ''}
</article>`;
}
