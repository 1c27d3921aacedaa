/** A word in the form in which it is compared: lower case, without apostrophes, accents and possessive s. Numbers keep their separators. */
export interface Word {
  text: string;
  /** As written. */
  raw: string;
  isCapital: boolean;
  /** First of a text, a sentence or a quotation, so its capital means nothing. */
  opens: boolean;
  /** A mark that separates clauses precedes it. */
  afterMark: boolean;
  /** The number of its sentence or clause, from 0; speech without punctuation is a single one. */
  sentence: number;
  /** The number of the speaker's turn, from 0. Another speaker begins at a newline (evidence.ts). */
  turn: number;
}

/** Excludes the marks on Thai letters: a line may begin with one, which then belongs to no word. */
const UNSPACED_SIGN = '(?!\\p{M})[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]';
const UNSPACED = new RegExp(`^${UNSPACED_SIGN}`, 'u');
const WORD = new RegExp(
  `\\d+(?:[.,:]\\d+)*|${UNSPACED_SIGN}|[%€$£]|(?:(?!${UNSPACED_SIGN})\\p{L})(?:(?!${UNSPACED_SIGN})[\\p{L}\\p{M}\\p{N}'’ʼ])*`,
  'gu',
);
/** A Map, because the word "constructor" would be found in an object. */
const SIGNS = new Map([
  ['%', 'percent'],
  ['€', 'euro'],
  ['$', 'dollar'],
  ['£', 'pound'],
]);
/** Accents on Latin, Greek and Cyrillic letters only: in Thai or Hindi a mark makes another word. */
const ACCENTS = /[\u0300-\u036f]/g;

/** The words of `text`; in scripts without spaces every letter is one. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  let sentence = 0;
  let turn = 0;
  for (const { 0: raw, index } of text.matchAll(WORD)) {
    const between = text.slice(end, index);
    if (/[.!?…;:。！？\n]/.test(between)) sentence += 1;
    if (between.includes('\n')) turn += 1;
    words.push({
      text: SIGNS.get(raw) ?? folded(raw),
      raw,
      isCapital: /^\p{Lu}/u.test(raw),
      opens: words.length === 0 || /[.!?…:¿¡"“„«\n]/.test(between),
      afterMark: words.length === 0 || /[.!?…:;,–—()\n]/.test(between),
      sentence,
      turn,
    });
    end = index + raw.length;
  }
  return words;
}

/** Converts to upper case first: a capital may have been set on a letter with another small form ("ı"). */
export function folded(word: string): string {
  const plain = word.toUpperCase().toLowerCase();
  const bare = plain.includes("'") || /[’ʼ]/.test(plain) ? plain.replace(/['’ʼ]s$/, '').replace(/['’ʼ]/g, '') : plain;
  return /^[a-z0-9]*$/.test(bare) ? bare : bare.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
}

/** Whether the word is a letter of a script that writes no spaces. */
export function isUnspaced({ text }: Word): boolean {
  return UNSPACED.test(text);
}
