import { escapeText, escapeUTF8 } from 'entities/escape';
import { BRAND } from './brand.js';
import { greetingFor } from './greeting.rule.js';
import type { MailContent, Part } from './mail-content.js';

/** A mail as it is sent. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** The parts of a mail around a template's content. */
export interface Envelope {
  name: string;
  /** Address of one-click unsubscription; absent for mails that are always sent. */
  unsubscribeUrl?: string;
}

const STOP = 'Stop mails of this sort';

/** The one layout of all mails: text and HTML from the same parts. All text from outside is escaped only here (MAIL-4). */
export function laidOut(content: MailContent, { name, unsubscribeUrl }: Envelope): MailText {
  // nodemailer encodes non-ASCII text and folds long lines; a line break in a subject would still be our mistake.
  if (/[\r\n]/.test(content.subject)) throw new Error('a subject has one line');
  const greeting = greetingFor(name);
  return {
    subject: content.subject,
    text: textOf(content, greeting, unsubscribeUrl),
    html: htmlOf(content, greeting, unsubscribeUrl),
  };
}

function textOf({ parts, reason }: MailContent, greeting: string, unsubscribeUrl?: string): string {
  const footer = [
    '-- ',
    `${BRAND.name}. ${BRAND.promise}`,
    reason,
    ...(unsubscribeUrl ? [`${STOP}: ${unsubscribeUrl}`] : []),
  ];
  return `${[greeting, ...parts.map(partAsText), footer.join('\n')].join('\n\n')}\n`;
}

function partAsText(part: Part): string {
  if ('paragraph' in part) return part.paragraph;
  if ('button' in part) return `${part.button}:\n${part.link}`;
  if ('note' in part) return `${part.note}:\n${part.link}`;
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('steps' in part) return part.steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  return part.code;
}

const { light, dark } = BRAND;
const FONT = `font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

/** Styles are on the elements, because some mailboxes drop the style sheet; where it is kept, the sheet adds dark colours. */
const SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:${dark.ground}!important}
.card{background:${dark.surface}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.muted{color:${dark.muted}!important}
.link{color:${dark.action}!important}
.button{background:${dark.action}!important;color:${dark.onAction}!important}
.code{background:${dark.ground}!important;border-color:${dark.line}!important;color:${dark.ink}!important}
.bar{background:${dark.line}!important}
}`;

function htmlOf({ subject, preview, parts, reason }: MailContent, greeting: string, unsubscribeUrl?: string): string {
  const muted = `class="muted" style="margin:0 0 8px;font-size:13px;line-height:1.5;color:${light.muted}"`;
  const stop = unsubscribeUrl
    ? `\n<p ${muted}><a class="link" href="${escapeUTF8(unsubscribeUrl)}" style="color:${light.action}">${STOP}</a></p>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeText(subject)}</title>
<style>${SHEET}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${light.ground};${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeText(preview)}</div>
<div class="ground" style="padding:32px 16px;background:${light.ground}">
<div style="max-width:560px;margin:0 auto">
${mark()}
<div class="card" style="padding:24px;background:${light.surface};border:1px solid ${light.line};border-radius:10px">
${[{ paragraph: greeting }, ...parts].map(partAsHtml).join('\n')}
</div>
<div style="padding:16px 0 0">
<p ${muted}>${escapeText(`${BRAND.name}. ${BRAND.promise}`)}</p>
<p ${muted}>${escapeText(reason)}</p>${stop}
</div>
</div>
</div>
</body>
</html>
`;
}

/** The name above the first line: a bar with three ticks. No image is loaded, because that would reveal when a mail is read. */
function mark(): string {
  const tick = (left: number) =>
    `<span style="display:inline-block;width:4px;height:12px;margin-left:${left}px;vertical-align:top;background:${BRAND.marker};border-radius:2px"></span>`;
  return `<div style="padding:0 0 16px">
<p class="ink" style="margin:0 0 6px;font-size:20px;line-height:1.3;font-weight:600;color:${light.ink}">${escapeText(BRAND.name)}</p>
<div class="bar" style="width:120px;height:12px;font-size:0;line-height:0;background:${light.line};border-radius:2px" aria-hidden="true">${tick(14)}${tick(32)}${tick(20)}</div>
</div>`;
}

const INK = `class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.6;color:${light.ink}"`;

function partAsHtml(part: Part): string {
  if ('paragraph' in part) return `<p ${INK}>${escapeText(part.paragraph)}</p>`;
  if ('button' in part) return buttonAsHtml(part.button, part.link);
  if ('note' in part)
    return `<p ${INK}><a class="link" href="${escapeUTF8(part.link)}" style="color:${light.action}">${escapeText(part.note)}</a></p>`;
  if ('facts' in part) {
    const rows = part.facts.map(
      ([name, value]) =>
        `<span class="muted" style="color:${light.muted}">${escapeText(name)}:</span> <strong style="overflow-wrap:anywhere;word-break:break-word">${escapeText(value)}</strong>`,
    );
    return `<p ${INK}>${rows.join('<br>\n')}</p>`;
  }
  if ('steps' in part) {
    const steps = part.steps.map((step) => `<li style="margin:0 0 8px">${escapeText(step)}</li>`).join('\n');
    return `<ol class="ink" style="margin:0 0 16px;padding-left:24px;font-size:16px;line-height:1.6;color:${light.ink}">\n${steps}\n</ol>`;
  }
  return `<pre class="code" style="margin:0 0 16px;padding:12px;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;font-family:'JetBrains Mono',Consolas,Menlo,monospace;font-size:13px;line-height:1.5;color:${light.ink};background:${light.ground};border:1px solid ${light.line};border-radius:8px">${escapeText(part.code)}</pre>`;
}

/** The address is shown below the button too: some readers show no buttons, and careful ones want to see the target. */
function buttonAsHtml(label: string, link: string): string {
  const style = `display:inline-block;padding:12px 20px;font-size:16px;line-height:1.25;font-weight:600;text-decoration:none;color:${light.onAction};background:${light.action};border-radius:8px`;
  return `<p style="margin:0 0 16px"><a class="button" href="${escapeUTF8(link)}" style="${style}">${escapeText(label)}</a></p>
<p class="muted" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${light.muted};word-break:break-all">${escapeText(link)}</p>`;
}
