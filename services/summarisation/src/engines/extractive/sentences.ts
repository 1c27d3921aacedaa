import type { SpokenWord } from './spoken-words.js';

const END = /[.!?…。！？｡؟۔।॥։።]["'”’)\]»」』]*$/u;
const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st vs etc approx dept fig gen jr sr inc ltd vol bzw usw sra mme'.split(' '),
);
const INITIALS = /^(?:\p{L}\.)+$/u;

/** Whether a sentence ends with `word`, given the word said next (absent at the end of the transcript): not after an abbreviation or inside an ellipsis. */
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

const REACH = 8;
/** English only; in other languages commas and caption lines decide alone. */
const OPENERS = new Set(
  'and because but if or since so then unless when where whether which while who although until'.split(' '),
);
const SUBJECTS = new Set("he i it it's she there they this we you you're".split(' '));
const DANGLING = new Set(
  (
    "a about an and are as at because be but by can for from had has have i if in into is it its it's my no not of on or our so than that that's the their " +
    "then there these they this to very was we were when which with would you your you've i've we've"
  ).split(' '),
);

/**
 * The best place to cut `run`, speech without punctuation, within reach of `wanted`: where a clause opens, a comma stands or a caption line
 * ends, never after "the". The piece before it ends there. Ties go to the nearer, then earlier.
 */
export function softCut(run: readonly SpokenWord[], wanted: number): number {
  let best = wanted;
  let most = -Infinity;
  for (let reach = 0; reach <= REACH; reach += 1) {
    for (const at of [wanted - reach, wanted + reach]) {
      if (at < 1 || at >= run.length) continue;
      const worth = worthOf(run[at - 1], run[at]) - reach / 4;
      if (worth > most) [best, most] = [at, worth];
    }
  }
  return best;
}

/** Whether speech seldom stops after `word`. */
export function isDangling(word: SpokenWord): boolean {
  return DANGLING.has(word.text.toLowerCase());
}

/** Whether a clause ends before `after`: a comma stands there, or a word that opens one. */
export function opensClause(before: SpokenWord, after: SpokenWord): boolean {
  return /[,;:、，]$/.test(before.text) || OPENERS.has(after.text.toLowerCase());
}

function worthOf(before: SpokenWord, after: SpokenWord): number {
  const last = before.text.toLowerCase();
  const next = after.text.toLowerCase();
  const comma = /[,;:、，]$/.test(last) ? 3 : 0;
  const opens = OPENERS.has(next) ? 3 : SUBJECTS.has(next) ? 1.5 : 0;
  return comma + opens + (after.lineStart ? 1 : 0) - (isDangling(before) ? 4 : 0);
}

export const LEAD_INS = new Set('and but so then yeah yes yep okay ok now also however anyway oh'.split(' '));
/** Lead-ins only before another one or a comma: "right so a cable", "well, yes", but "right turns", "well water". */
const WEAK_LEAD_INS = new Set('right well no alright sure great exactly therefore thus yet'.split(' '));
const LEAD_IN_PAIRS = new Set("that's true|that's right|you know|i mean|all right|of course".split('|'));
/** After these two the pair means something else: "so far", "now that", "so called". */
const BOUND = new Set(
  'so far|so much|so many|so called|so long|so few|so little|so that|so as|now that|then there|no one|yet another'.split(
    '|',
  ),
);
const MIN_WORDS_LEFT = 4;

/** How many words at the start of `words` ("But", "So", "Yeah") only tie it to what was said before, which a summary does not show. English only. */
export function leadIn(words: readonly SpokenWord[], language: string): number {
  if (language !== 'en') return 0;
  let count = 0;
  while (words.length - count > MIN_WORDS_LEFT + 1) {
    const word = bare(words[count].text);
    const next = bare(words[count + 1].text);
    if (LEAD_IN_PAIRS.has(`${word} ${next}`)) {
      count += 2;
      continue;
    }
    const isTie =
      LEAD_INS.has(word) || (WEAK_LEAD_INS.has(word) && (words[count].text.endsWith(',') || LEAD_INS.has(next)));
    if (!isTie || BOUND.has(`${word} ${next}`)) break;
    count += 1;
  }
  return count;
}

function bare(word: string): string {
  return word
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/[^\p{L}\p{N}']/gu, '');
}
