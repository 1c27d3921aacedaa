import { createHash } from 'node:crypto';
import type { CheckoutAnswer } from './checkout-server.js';

/** The pages' only style; its hash stands in the content security policy. */
const style = `
:root { color-scheme: light dark; --ink: #1a1f26; --soft: #5b6673; --paper: #fff; --ground: #f5f6f8; --line: #d8dde3; --accent: #1f5fd6; --accent-ink: #fff; --bad: #b3261e; --good: #1b7a43; --test: #8a4b00; --test-ground: #ffe9c7; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebef; --soft: #a2adb9; --paper: #1a1f25; --ground: #111418; --line: #343c45; --accent: #5b93ff; --accent-ink: #0b1220; --bad: #ffb4ab; --good: #86dba6; --test: #ffd28a; --test-ground: #3a2a0c; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--ground); overflow-wrap: anywhere; }
.banner { display: flex; flex-wrap: wrap; gap: .25rem .75rem; justify-content: center; align-items: center; padding: .5rem 1rem; font-size: .875rem; color: var(--test); background: var(--test-ground); text-align: center; }
.banner strong { letter-spacing: .06em; }
main { display: grid; gap: 1rem; width: min(28rem, 100% - 2rem); margin: 1.25rem auto 2rem; padding: 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; }
h1, p, dl, dd, form { margin: 0; }
h1 { font-size: 1rem; font-weight: 500; color: var(--soft); }
.amount { margin-top: -.75rem; font-size: 2rem; line-height: 1.2; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.state { font-weight: 600; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.soft { color: var(--soft); font-size: .875rem; }
.code { display: block; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--ground); font: .85rem/1.4 ui-monospace, monospace; text-align: center; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .375rem .75rem; font-size: .875rem; }
dt { color: var(--soft); overflow-wrap: normal; }
dd { text-align: right; font-variant-numeric: tabular-nums; }
button, .button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 550; text-align: center; text-decoration: none; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
button:hover, .button:hover { border-color: var(--soft); }
.act { min-height: 3.125rem; font-weight: 600; color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
.act:hover { filter: brightness(1.07); border-color: var(--accent); }
.choices { display: grid; gap: .625rem; border-top: 1px solid var(--line); padding-top: 1rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (min-width: 56rem) { main { margin-top: 3rem; padding: 1.75rem; } }
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
<div class="banner" role="note"><strong>TEST MODE</strong> <span>A simulated checkout: nothing is sent and no money moves.</span></div>
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
  return `<form method="post" action="${escaped(action)}"><button${kind && ` class="${kind}"`}>${escaped(label)}</button></form>`;
}

/** Text that stays text in HTML. */
export function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => entities[sign]);
}
