/** In code points. Longer names are cut before they are stored and shown. */
const MAX_CHARACTERS = 64;
/** In bytes. All headers together may have 16 kB; only this much of a name is read. */
const MAX_BYTES = 1_024;
/** Control characters, and characters that have no width or change the text direction of neighbouring names. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u115f\u1160\u3164\uffa0\ufffd]/gu;
/** More than four combining marks on one letter would overlap the neighbouring lines. */
const HEAPED = /(?<!\p{M})(\p{M}{4})\p{M}+/gu;

/** A header of at most 64 visible ASCII characters and single spaces, as almost all are: it is shown as it came. */
const PLAIN = /^(?=.{1,64}$)[!-~]+(?: [!-~]+)*$/;

/** The client name of calls of the playground's own route. No other client may use it. */
export const PLAYGROUND_CLIENT = 'web playground';

/**
 * The name that the client gives itself: X-Client-Name, otherwise User-Agent, otherwise '' (QUOTA-18). It has at most 64 characters, all of them
 * visible, because it is shown to the account's owner.
 */
export function clientNameOf(headers: Record<string, string | string[] | undefined>): string {
  for (const name of ['x-client-name', 'user-agent']) {
    const value = headers[name];
    const clean = typeof value !== 'string' ? '' : PLAIN.test(value) ? value : seenIn(textOf(value));
    if (clean !== '' && clean.toLowerCase() !== PLAYGROUND_CLIENT) return clean;
  }
  return '';
}

/** Node decodes each byte of a header as one character. A header that is not valid UTF-8 was sent in Latin-1, as browsers and older clients do. */
function textOf(header: string): string {
  const bytes = Buffer.from(header.slice(0, MAX_BYTES), 'latin1');
  // A text with other characters did not come from a header.
  if (/[^\u0000-\u00ff]/.test(header)) return header.slice(0, MAX_BYTES);
  const text = bytes.toString('utf8');
  // The cut may split a character.
  const whole = header.length > MAX_BYTES ? text.replace(/\ufffd$/, '') : text;
  return whole.includes('\ufffd') ? header.slice(0, MAX_BYTES) : whole;
}

function seenIn(text: string): string {
  const plain = text.replace(/\s+/gu, ' ').replace(UNSEEN, '').replace(HEAPED, '$1').normalize('NFC').trim();
  return Array.from(plain).slice(0, MAX_CHARACTERS).join('').trim();
}
