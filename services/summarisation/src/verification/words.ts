/** A word as it is compared: lower case, without apostrophes, accents and a possessive s. Numbers keep their separators. */
export interface Word {
  text: string;
  /** As written. */
  raw: string;
  isCapital: boolean;
  /** First of a text, a sentence or a quotation: its capital says nothing. */
  opens: boolean;
  /** A mark stands before it that parts clauses. */
  afterMark: boolean;
  /** Which sentence or half of one it stands in, counted from 0; speech without marks is a single one. */
  sentence: number;
  /** The number of the speaker's turn, from 0. Another speaker begins at a newline (evidence.ts). */
  turn: number;
}

/** Without the marks on Thai letters: a line may begin with one, and belongs to no word then. */
const UNSPACED_SIGN = '(?!\\p{M})[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]';
const UNSPACED = new RegExp(`^${UNSPACED_SIGN}`, 'u');
const WORD = new RegExp(
  `\\d+(?:[.,:]\\d+)*|${UNSPACED_SIGN}|[%€$£]|(?:(?!${UNSPACED_SIGN})\\p{L})(?:(?!${UNSPACED_SIGN})[\\p{L}\\p{M}\\p{N}'’ʼ])*`,
  'gu',
);
/** No object: of those "constructor" is a word too. */
const SIGNS = new Map([
  ['%', 'percent'],
  ['€', 'euro'],
  ['$', 'dollar'],
  ['£', 'pound'],
]);
/** Only of Latin, Greek and Cyrillic letters: in Thai or Hindi a mark makes another word. */
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

/** Upper case first, as a capital may have been set on a letter whose small form differs ("ı"). */
export function folded(word: string): string {
  const plain = word.toUpperCase().toLowerCase();
  const bare = plain.includes("'") || /[’ʼ]/.test(plain) ? plain.replace(/['’ʼ]s$/, '').replace(/['’ʼ]/g, '') : plain;
  return /^[a-z0-9]*$/.test(bare) ? bare : bare.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
}

/** Whether the word is a letter of a script that writes no spaces. */
export function isUnspaced({ text }: Word): boolean {
  return UNSPACED.test(text);
}
