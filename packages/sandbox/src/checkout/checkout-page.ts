import { createHash } from 'node:crypto';
import type { CheckoutAnswer } from './checkout-server.js';

/** The pages' only style; its hash stands in the content security policy. */
const style = `
:root { color-scheme: light dark; --ink: #1c2126; --soft: #57606a; --paper: #fff; --ground: #f3f4f6; --line: #c9ced4; --link: #0b57b0; --act: #0b57b0; --on-act: #fff; --warn: #7a4b00; --warn-ground: #fff3d6; --good: #17663a; --bad: #a3241b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --soft: #a3abb4; --paper: #1d2126; --ground: #121518; --line: #3b434b; --link: #8ab8ff; --act: #8ab8ff; --on-act: #10151b; --warn: #ffd889; --warn-ground: #3a2c0c; --good: #7ddba3; --bad: #ff9d94; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
.test { margin: 0; padding: .5rem 1rem; text-align: center; font-weight: 600; color: var(--warn); background: var(--warn-ground); }
main { margin: 1.5rem auto; max-width: 28rem; padding: 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
p { margin: .25rem 0 1rem; color: var(--soft); overflow-wrap: anywhere; }
.amount { margin: .5rem 0; color: var(--ink); font-size: 2rem; font-weight: 600; line-height: 1.2; overflow-wrap: anywhere; }
.state { font-weight: 600; color: var(--ink); }
.good { color: var(--good); }
.bad { color: var(--bad); }
.code { display: block; margin: 0 auto 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--ground); font: .85rem/1.4 ui-monospace, monospace; text-align: center; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem .75rem; margin: 0 0 1rem; font-size: .9rem; color: var(--soft); }
dd { margin: 0; color: var(--ink); text-align: right; overflow-wrap: anywhere; }
form { margin: 0 0 .5rem; }
input, button, .button { display: block; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; text-align: center; }
input { text-align: start; margin-bottom: .5rem; }
button { cursor: pointer; }
.act { color: var(--on-act); background: var(--act); border-color: var(--act); font-weight: 600; }
a { color: var(--link); }
a.button { text-decoration: none; color: inherit; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`;

/** Besides its own style and forms nothing; `formTargets`: origins to which a form's answer may send the browser on. */
const policy = (formTargets: string[]) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A simulated provider's page: says plainly that no money moves. `main` is HTML: what comes from outside must be escaped in it. */
export function checkoutPage(page: {
  title: string;
  main: string;
  status?: number;
  formTargets?: string[];
}): CheckoutAnswer {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(page.title)}</title>
<style>${style}</style>
</head>
<body>
<p class="test" role="note">TEST MODE: this stands in for a payment provider, and no money moves.</p>
<main>
${page.main}
</main>
</body>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(page.formTargets ?? []),
  };
  return { status: page.status ?? 200, headers, body };
}

/** A button that posts to `action`. */
export function postButton(action: string, label: string, kind: 'act' | '' = ''): string {
  return `<form method="post" action="${escaped(action)}"><button class="${kind}">${escaped(label)}</button></form>`;
}

/** Text that stays text in HTML. */
export function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => entities[sign]);
}
