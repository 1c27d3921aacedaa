import { createHash } from 'node:crypto';
import { style } from './style.js';

/** The web app's logo as a data URL, so that the page loads nothing. A test compares it with web/public/favicon.svg. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect x="2" y="14" width="28" height="4" rx="2" fill="#9aa0aa" />
  <rect x="6" y="8" width="4" height="16" rx="2" fill="#5c616b" />
  <rect x="13" y="4" width="6" height="24" rx="3" fill="#f4d35e" stroke="#5c616b" stroke-width="1.5" />
  <rect x="22" y="8" width="4" height="16" rx="2" fill="#5c616b" />
</svg>
`;

const STYLE_HASH = createHash('sha256').update(style).digest('base64');

/**
 * The content security policy of a sandbox page: its own style and icon, and its forms. `formTargets` are the origins to which the answer of a form
 * may redirect, because browsers apply the policy to redirects of forms too.
 */
export function sandboxPolicy(formTargets: string[] = []): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    ["form-action 'self'", ...new Set(formTargets)].join(' '),
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The parts that differ between pages. `main` is HTML: text from outside must be escaped in it. */
export interface SandboxPage {
  /** Text. */
  title: string;
  /** The sign in capitals at the top of the page, and the reason why nothing here is real. */
  banner: [sign: string, meaning: string];
  /** One column for a form, a wider one for reading, or two columns. */
  layout?: 'reading' | 'beside';
  main: string;
}

/** A page that replaces another site's, in the web app's design, and says so first. It runs no scripts and loads nothing. */
export function sandboxPage({ title, banner: [sign, meaning], layout, main }: SandboxPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(MARK)}">
<style>${style}</style>
</head>
<body>
<header class="banner"><strong>${escaped(sign)}</strong> <span>${escaped(meaning)}</span></header>
<main${layout ? ` class="${layout}"` : ''}>
${main}
</main>
</body>
</html>
`;
}

/** A button that posts to `action`. */
export function postButton(action: string, label: string, kind: 'act' | 'back' | '' = ''): string {
  return `<form method="post" action="${escaped(action)}"><button${kind && ` class="${kind}"`}>${escaped(label)}</button></form>`;
}

/** Escapes text for HTML. */
export function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => entities[sign]);
}

/** Formats a time for people: `22 Nov 2026, 21:35 UTC`. */
export function moment(time: Date): string {
  const day = time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return `${day}, ${time.toISOString().slice(11, 16)} UTC`;
}
