import { createHash } from 'node:crypto';
import type { Person } from './people.js';

/** The page's only style; its hash stands in the content security policy. */
const style = `
:root { color-scheme: light dark; --ink: #1c2126; --soft: #57606a; --paper: #fff; --ground: #f3f4f6; --line: #c9ced4; --link: #0b57b0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --soft: #a3abb4; --paper: #1d2126; --ground: #121518; --line: #3b434b; --link: #8ab8ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 26rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { color: var(--soft); margin: .25rem 0 1rem; }
form { display: grid; gap: .5rem; margin-bottom: .5rem; }
input, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: .4rem .7rem; min-height: 2.75rem; width: 100%; overflow-wrap: anywhere; }
input[type=checkbox] { width: 1.25rem; min-height: 1.25rem; }
label.box { display: flex; gap: .5rem; align-items: center; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`;

/**
 * What the page may load and do: its own style, and its forms, whose answer sends the browser on to `clientOrigin`: browsers hold a form's
 * redirects to the policy too.
 */
export const signInPolicy = (clientOrigin: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action 'self' ${clientOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The provider's page: type who you are, or choose somebody who was here before; whatever was typed is escaped. */
export function signInPage(people: Person[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox sign-in</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Sandbox sign-in</h1>
<p>This stands in for Google. There is no password: be whoever you type.</p>
</header>
<main>
<form method="post">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" maxlength="254" autocomplete="off" required>
<label for="name">Name</label>
<input id="name" name="name" maxlength="100" autocomplete="off" required>
<label class="box"><input name="verified" type="checkbox" value="yes" checked> E-mail verified</label>
<button>Sign in</button>
</form>
<form method="post"><button name="cancel" value="yes">Cancel</button></form>
${people.length > 0 ? `<h2>Seen here before</h2>\n${people.map(choice).join('\n')}` : ''}
</main>
</body>
</html>
`;
}

function choice({ email, name, isEmailVerified }: Person): string {
  const hidden = (field: string, value: string) => `<input type="hidden" name="${field}" value="${escaped(value)}">`;
  const fields = [hidden('email', email), hidden('name', name), isEmailVerified ? hidden('verified', 'yes') : ''];
  const state = isEmailVerified ? '' : ', e-mail not verified';
  return `<form method="post">${fields.join('')}<button>${escaped(`${name} (${email}${state})`)}</button></form>`;
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => entities[sign]);
}
