import { decodeHTMLStrict } from 'entities/decode';

/**
 * Invisible characters (zero-width marks, soft hyphens, variation selectors, tags, control characters), and accents and strokes, which change no
 * word of an order.
 */
const UNSEEN = /[\p{DI}\p{Cf}\u0000-\u0008\u000e-\u001f\u007f-\u009f\u0300-\u036f\u20d0-\u20ff]/gu;
const HAS_UNSEEN_OR_WIDE = /[^\u0020-\u007e\n]/;
const SMALL_CAPITALS = 'ᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrᴛtᴜuᴠvᴡwʏyᴢz';
/** Cyrillic and Greek letters and small capitals that look like Latin letters. */
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  [...('аaеeоoрpсcхxіiуyѕsјjԁdɡgһhոnаaΑaΟoοoαaνvτtκkιiԛqԝwмmтtвbнhкk' + SMALL_CAPITALS).matchAll(/(.)(.)/gu)].map(
    ([, from, to]) => [from, to],
  ),
);
const DIGITS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };
/** A letter of a script without spaces is a token; otherwise consecutive letters, digits and marks form a word. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー])[\p{L}\p{N}\p{M}])+/gu;
const BASE64 = /[A-Za-z0-9+/_-]{24,20000}={0,2}/g;
const HEX = /(?:[0-9a-f]{2}){16,10000}/gi;
/** Letters that are separated by single spaces; words are separated by wider ones, unless white space has been folded. */
const SPACED = /(?:^|\s)(?:\S\s){7,2000}\S(?=\s|$)/u;
const LETTERS = /(?<!\S)(?:\S\s){2,2000}\S(?!\S)/gu;
/** "i.g.n.o.r.e" */
const DOTTED = /(?<![\p{L}\p{N}])\p{L}(?:[.*_·-]\p{L}(?![\p{L}\p{N}])){2,2000}/gu;
/** Text that is stored backwards and displayed from right to left. */
const OVERRIDDEN = /\u202e([^\u202c\u2069]{8,20000})/g;
const TAGS = /[\u{e0020}-\u{e007e}]{8,20000}/gu;
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{8,20000}/gu;

/** The text as a reader sees it: one form of each letter, in lower case, without accents and invisible characters. */
export function folded(text: string): string {
  const plain = text.includes('&#') ? decodeHTMLStrict(text) : text;
  if (!HAS_UNSEEN_OR_WIDE.test(plain)) return plain.toLowerCase();
  return plain.normalize('NFKD').replace(UNSEEN, '').normalize('NFC').toLowerCase();
}

/** The words of a folded text. In words of mixed scripts, look-alike letters and digits are replaced by Latin letters. */
export function tokensOf(text: string): string[] {
  const whole = joinedLetters(text);
  if (!HAS_UNSEEN_OR_WIDE.test(whole)) return (whole.match(/[a-z0-9]+/g) ?? []).map(withoutDigits);
  const tokens = whole.match(TOKEN) ?? [];
  return tokens.map((token) => withoutDigits(isMasked(token) ? unmasked(token) : token));
}

function isMasked(token: string): boolean {
  return /[a-zᴀ-ᴢ]/.test(token) && /[^\u0020-\u024f]/.test(token);
}

function unmasked(token: string): string {
  let plain = '';
  for (const letter of token) plain += LOOK_ALIKES[letter] ?? letter;
  return plain;
}

/** Replaces digits that stand for letters: "1gn0re". */
function withoutDigits(token: string): string {
  return /\d/.test(token) && /[a-z]/.test(token) ? token.replace(/\d/g, (digit) => DIGITS[digit] ?? digit) : token;
}

function joinedLetters(text: string): string {
  const dotless = /\S[.*_·-]\S[.*_·-]/.test(text) ? text.replace(DOTTED, (run) => run.replace(/[.*_·-]/g, '')) : text;
  if (!SPACED.test(dotless)) return dotless;
  return dotless
    .split(/\s{2,}/)
    .map((words) => words.replace(LETTERS, (run) => run.replace(/\s/g, '')))
    .join(' ');
}

/** Decodes long runs of base64, hexadecimal digits, invisible tags and selectors when they hold text, and text that is written backwards. */
export function decodedParts(text: string): string[] {
  const parts: string[] = [];
  if (/[\u202e\ufe00-\ufe0f\u{e0020}-\u{e01ef}]/u.test(text)) parts.push(...unseenParts(text));
  if (!/\S{24}/.test(text)) return parts;
  for (const [run] of text.matchAll(HEX)) parts.push(...readable(Buffer.from(run, 'hex')));
  for (const [run] of text.matchAll(BASE64)) parts.push(...readable(Buffer.from(run, 'base64')));
  return parts;
}

function unseenParts(text: string): string[] {
  const byteOf = (sign: string) => {
    const code = sign.codePointAt(0)!;
    return code < 0xe0100 ? code - 0xfe00 : code - 0xe0100 + 16;
  };
  return [
    ...Array.from(text.matchAll(OVERRIDDEN), ([, run]) => [...run].reverse().join('')),
    ...Array.from(text.matchAll(TAGS), ([run]) =>
      String.fromCharCode(...[...run].map((sign) => sign.codePointAt(0)! - 0xe0000)),
    ),
    ...Array.from(text.matchAll(SELECTORS), ([run]) => readable(Buffer.from([...run].map(byteOf)))).flat(),
  ];
}

/** The decoded text when it is words and not noise: valid UTF-8, nearly all of it letters and spaces, and several words. */
function readable(bytes: Buffer): string[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const letters = text.match(/[\p{L}\p{M}\s.,;:!?]/gu)?.length ?? 0;
    return letters >= 0.85 * [...text].length ? [text] : [];
  } catch {
    return [];
  }
}
