import { escaped, sandboxPage } from '../pages/sandbox-page.js';
import type { Person } from './people.js';

/** The provider's page: type a person, or choose an earlier one; all typed text is escaped. */
export function signInPage(people: Person[]): string {
  const main = `<div class="intro">
<h1>Sandbox sign-in</h1>
<p class="soft">There is no password: you sign in as the person that you type.</p>
</div>
<div class="card">
<form class="fields" method="post">
<div class="field"><label for="email">E-mail</label><input id="email" name="email" type="email" maxlength="254" autocomplete="off" required></div>
<div class="field"><label for="name">Name</label><input id="name" name="name" maxlength="100" autocomplete="off" required></div>
<label class="box"><input name="verified" type="checkbox" value="yes" checked> E-mail verified</label>
<button class="act">Sign in</button>
</form>
<form method="post"><button name="cancel" value="yes">Cancel</button></form>
</div>
${people.length > 0 ? `<section class="fields" aria-labelledby="before">\n<h2 id="before">Seen here before</h2>\n${people.map(choice).join('\n')}\n</section>` : ''}`;
  return sandboxPage({
    title: 'Sandbox sign-in',
    banner: ['SANDBOX', 'This page stands in for Google.'],
    main,
  });
}

function choice({ email, name, isEmailVerified }: Person): string {
  const hidden = (field: string, value: string) => `<input type="hidden" name="${field}" value="${escaped(value)}">`;
  const fields = [hidden('email', email), hidden('name', name), isEmailVerified ? hidden('verified', 'yes') : ''];
  const state = isEmailVerified ? '' : ', e-mail not verified';
  return `<form method="post">${fields.join('')}<button>${escaped(`${name} (${email}${state})`)}</button></form>`;
}
