/** A piece of a mail. Texts are plain: only the layout makes markup of them (MAIL-4). */
export type Part =
  | { paragraph: string }
  /** A link that the mail is about: a button, and the address in full below it. */
  | { button: string; link: string }
  /** A link on the side, in a line of its own. */
  | { note: string; link: string }
  | { facts: [name: string, value: string][] }
  | { steps: string[] }
  | { code: string };

/** What a template says, before the layout makes text and HTML of it. */
export interface MailContent {
  /** Our own words and numbers alone; a line break in it is refused. */
  subject: string;
  /** The line that mailboxes show beside the subject. */
  preview: string;
  parts: Part[];
  /** Why the reader gets this mail; the last line. */
  reason: string;
}

/** What a template is made of: whom it greets, where the product is, and what its event said. */
export interface MailFacts {
  /** As its owner, or a stranger, typed it; empty when it is not known. */
  name: string;
  /** Of a mail request; empty for the mails without a one-time link. */
  link: string;
  /** Origin of the web app. */
  publicUrl: string;
  params: MailParams;
}

/** Numbers and codes of the event; no secret, no address, no text that somebody typed. */
export type MailParams = Readonly<Record<string, string | number>>;

/** A number that the template cannot do without. An event without it fails and is seen, instead of a mail that says "undefined". */
export function numberIn(params: MailParams, name: string): number {
  const value = params[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`mail without its ${name}`);
  return value;
}

/** A word that the template cannot do without. */
export function wordIn(params: MailParams, name: string): string {
  const value = params[name];
  if (typeof value !== 'string' || value === '') throw new Error(`mail without its ${name}`);
  return value;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** `21 Nov 2026`, in UTC. */
export const dayOf = (ms: number): string => DAY.format(ms).replace('Sept', 'Sep');

/** `2026-11` -> `November 2026`. */
export function monthOf(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1)).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** `21 Nov 2026, 14:05 UTC`. */
export const minuteOf = (ms: number): string => `${dayOf(ms)}, ${MINUTE.format(ms)} UTC`;

/** `$1,234.50` of integer cents. */
export const dollarsOf = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
