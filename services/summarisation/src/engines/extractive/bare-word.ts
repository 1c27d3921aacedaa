/**
 * `word` in lower case without the punctuation around it, with straight apostrophes. It is called several times for each sentence of hours of
 * speech, so the expression that handles all scripts is used only for words that do not begin and end in a plain letter.
 */
export function bareWord(word: string): string {
  let end = word.length;
  while (end > 0 && isMark(word.charCodeAt(end - 1))) end -= 1;
  const lower = (end === word.length ? word : word.slice(0, end)).toLowerCase();
  if (isLetter(lower.charCodeAt(0)) && isLetter(lower.charCodeAt(lower.length - 1)))
    return lower.includes('’') || lower.includes('ʼ') ? lower.replace(/[’ʼ]/g, "'") : lower;
  return lower.replace(/[’ʼ]/g, "'").replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

/** . , ! ? : ; */
function isMark(code: number): boolean {
  return code === 0x2e || code === 0x2c || code === 0x21 || code === 0x3f || code === 0x3a || code === 0x3b;
}

/** Words as they were said; `plain` is bareWord() of each. */
export interface SaidWords {
  words: readonly string[];
  plain: readonly string[];
}

export function saidWords(words: readonly string[]): SaidWords {
  return { words, plain: words.map(bareWord) };
}

/** Pairs of words ("you know|of course"), indexed by the first word: few sentences need a look at the second. */
export function pairsIn(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const pairs = new Map<string, Set<string>>();
  for (const pair of text.split('|')) {
    const [first, second] = pair.split(' ');
    pairs.set(first, (pairs.get(first) ?? new Set()).add(second));
  }
  return pairs;
}
