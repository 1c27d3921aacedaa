/** Zero-width and other marks that nobody sees; soft hyphens and variation selectors too. */
const UNSEEN =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]/g;
const HAS_UNSEEN_OR_WIDE = /[^\u0020-\u007e\n]/;
/** Cyrillic and Greek letters that look like Latin ones. */
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  [...'аaеeоoрpсcхxіiуyѕsјjԁdɡgһhոnаaΑaΟoοoαaνvτtκkιiԛqԝwмmтtвbнhкk'.matchAll(/(.)(.)/gu)].map(([, from, to]) => [
    from,
    to,
  ]),
);
/** A letter of a script without spaces stands alone; else letters, digits and marks in a row are a word. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー])[\p{L}\p{N}\p{M}])+/gu;
const BASE64 = /[A-Za-z0-9+/_-]{24,20000}={0,2}/g;
const HEX = /(?:[0-9a-f]{2}){16,10000}/gi;
/** Letters with a space between each two of them, and wider ones between words. */
const SPACED = /(?:^|\s)(?:\S\s){7,2000}\S(?=\s|$)/u;

/** As a reader sees it: one form of each letter, in lower case, nothing that is not seen. */
export function folded(text: string): string {
  if (!HAS_UNSEEN_OR_WIDE.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').replace(UNSEEN, '').toLowerCase();
}

/** The words of a folded text; letters of another script that look like Latin ones are taken for them in words of both. */
export function tokensOf(text: string): string[] {
  if (!HAS_UNSEEN_OR_WIDE.test(text) && !SPACED.test(text)) return text.match(/[a-z0-9]+/g) ?? [];
  const tokens = (SPACED.test(text) ? joinedLetters(text) : text).match(TOKEN) ?? [];
  return tokens.map((token) => (/[a-z]/.test(token) && /[^\u0020-\u024f]/.test(token) ? unmasked(token) : token));
}

function unmasked(token: string): string {
  let plain = '';
  for (const letter of token) plain += LOOK_ALIKES[letter] ?? letter;
  return plain;
}

function joinedLetters(text: string): string {
  return text
    .split(/\s{2,}/)
    .map((word) => (/^(?:\S\s)*\S$/u.test(word) ? word.replace(/\s/g, '') : word))
    .join(' ');
}

/** What long runs of base64 or hexadecimal digits say, when they say text. */
export function decodedParts(text: string): string[] {
  if (!/\S{24}/.test(text)) return [];
  const parts: string[] = [];
  for (const [run] of text.matchAll(HEX)) parts.push(...readable(Buffer.from(run, 'hex')));
  for (const [run] of text.matchAll(BASE64)) parts.push(...readable(Buffer.from(run, 'base64')));
  return parts;
}

/** Words and not noise: valid UTF-8, nearly all of it letters and spaces, and several words. */
function readable(bytes: Buffer): string[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const letters = text.match(/[\p{L}\p{M}\s.,;:!?]/gu)?.length ?? 0;
    return letters >= 0.85 * [...text].length ? [text] : [];
  } catch {
    return [];
  }
}
