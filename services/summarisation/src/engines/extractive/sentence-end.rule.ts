/** Rule (decision 23, "2 to 3 sentences"): a sentence ends at a closing mark, but not after an abbreviation or inside an ellipsis. */

const END = /[.!?…。！？｡؟۔।॥։።]["'”’)\]»」』]*$/u;
const ABBREVIATIONS = new Set([
  'mr',
  'mrs',
  'ms',
  'dr',
  'prof',
  'st',
  'vs',
  'etc',
  'approx',
  'dept',
  'fig',
  'gen',
  'jr',
  'sr',
  'inc',
  'ltd',
  'vol',
  'bzw',
  'usw',
  'sra',
  'mme',
]);
const INITIALS = /^(?:\p{L}\.)+$/u;

/** Whether a sentence ends with `word`, given the word said next (absent at the end of the transcript). */
export function endsSentence(word: string, next: string | undefined): boolean {
  // Nearly every word ends in a letter: asked for each word of hours of speech, the expression alone would cost 10 ms.
  const last = word.charCodeAt(word.length - 1) | 0x20;
  if ((last >= 0x61 && last <= 0x7a) || !END.test(word)) return false;
  if (next === undefined || !word.endsWith('.')) return !(word.endsWith('…') && startsLower(next));
  if (INITIALS.test(word) || ABBREVIATIONS.has(word.slice(0, -1).toLowerCase())) return false;
  return !(word.endsWith('..') && startsLower(next));
}

function startsLower(word: string | undefined): boolean {
  return word !== undefined && /^\p{Ll}/u.test(word);
}
