import { createHash } from 'node:crypto';
import PostalMime from 'postal-mime';
import { linksOf } from './mail-links.js';
import type { Mail } from './mail-store.js';

/** Limits the cost of one mail in memory and on the page; links are found before the cut. */
const LONGEST_TEXT = 16_000;
const LONGEST_FIELD = 500;
/** Stripping tags may take the square of the length. */
const LONGEST_HTML = 50_000;

/** Parses a raw mail; `to` and `from` are those of the SMTP envelope, which names the actual recipients. */
export async function parseMail(
  raw: Buffer,
  envelope: { to: string[]; from: string },
  receivedAt: Date,
): Promise<Mail> {
  const parsed = await PostalMime.parse(raw);
  const html = parsed.html ?? '';
  const text = parsed.text?.trim() || textOf(html.slice(0, LONGEST_HTML));
  return {
    // A mail without an id can only be a repeat of a byte-identical one.
    messageId: cut(parsed.messageId?.trim() || `<${createHash('sha256').update(raw).digest('hex')}@no-id>`),
    receivedAt: receivedAt.toISOString(),
    to: envelope.to.map((address) => cut(address.toLowerCase())),
    from: cut(envelope.from),
    subject: cut(parsed.subject ?? ''),
    text: text.slice(0, LONGEST_TEXT),
    links: linksOf(text, html),
  };
}

function textOf(html: string): string {
  const visible = html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<br\s*\/?>|<\/(p|div|tr|h\d|li)>/gi, '\n');
  return visible
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/\n\s*\n+/g, '\n\n')
    .trim();
}

const cut = (field: string) => field.slice(0, LONGEST_FIELD);
