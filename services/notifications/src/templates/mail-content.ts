/** A part of a mail. Texts are plain: only the layout adds markup (MAIL-4). */
export type Part =
  | { paragraph: string }
  /** The main link of a mail: a button, and the full address below it. */
  | { button: string; link: string }
  /** A secondary link, on a separate line. */
  | { note: string; link: string }
  | { facts: [name: string, value: string][] }
  | { steps: string[] }
  | { code: string };

/** The content of a template, before the layout makes text and HTML of it. */
export interface MailContent {
  /** Contains only our own words and numbers; a line break is refused. */
  subject: string;
  /** The line that mailboxes show next to the subject. */
  preview: string;
  parts: Part[];
  /** The reason for this mail; the last line. */
  reason: string;
}

/** The input of a template: the reader's name, the product's address, and the data of its event. */
export interface MailFacts {
  /** As its owner, or a stranger, typed it; empty when unknown. */
  name: string;
  /** The one-time link of a mail request; empty for mails without one. */
  link: string;
  /** Origin of the web app. */
  publicUrl: string;
  params: MailParams;
}

/** Numbers and codes of the event; no secret, no address, no typed text. */
export type MailParams = Readonly<Record<string, string | number>>;

/** Reads a required number. An event without it fails visibly, instead of a mail with "undefined". */
export function numberIn(params: MailParams, name: string): number {
  const value = params[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`mail without its ${name}`);
  return value;
}

/** Reads a required word. */
export function wordIn(params: MailParams, name: string): string {
  const value = params[name];
  if (typeof value !== 'string' || value === '') throw new Error(`mail without its ${name}`);
  return value;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** Formats `21 Nov 2026`, in UTC. */
export const dayOf = (ms: number): string => DAY.format(ms).replace('Sept', 'Sep');

/** Formats `2026-11` as `November 2026`. */
export function monthOf(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1)).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Formats `21 Nov 2026, 14:05 UTC`. */
export const minuteOf = (ms: number): string => `${dayOf(ms)}, ${MINUTE.format(ms)} UTC`;

/** Formats integer cents as `$1,234.50`. */
export const dollarsOf = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
