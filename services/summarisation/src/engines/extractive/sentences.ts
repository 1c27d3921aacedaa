import { pairsIn } from './bare-word.js';
import type { SpokenWords } from './spoken-words.js';

const END = /[.!?…。！？｡؟۔।॥։።]["'”’)\]»」』]*$/u;
const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st vs etc approx dept fig gen jr sr inc ltd vol bzw usw sra mme'.split(' '),
);
const INITIALS = /^(?:\p{L}\.)+$/u;

/**
 * Whether a sentence ends with `word`, given the next word (absent at the end of the transcript). It does not end after an abbreviation or inside
 * an ellipsis.
 */
export function endsSentence(word: string, next: string | undefined): boolean {
  // Nearly every word ends in a letter. The expression alone, run for each word of hours of speech, would cost 10 ms.
  const last = word.charCodeAt(word.length - 1) | 0x20;
  if ((last >= 0x61 && last <= 0x7a) || !END.test(word)) return false;
  if (next === undefined || !word.endsWith('.')) return !(word.endsWith('…') && startsLower(next));
  if (INITIALS.test(word) || ABBREVIATIONS.has(word.slice(0, -1).toLowerCase())) return false;
  return !(word.endsWith('..') && startsLower(next));
}

function startsLower(word: string | undefined): boolean {
  return word !== undefined && /^\p{Ll}/u.test(word);
}

export const LEAD_INS = new Set('and but so then yeah yes yep okay ok now also however anyway oh'.split(' '));
/** Lead-ins only before another lead-in or a comma: "right so a cable", "well, yes", but not "right turns", "well water". */
const WEAK_LEAD_INS = new Set('right well no alright sure great exactly therefore thus yet'.split(' '));
const LEAD_IN_PAIRS = pairsIn("that's true|that's right|you know|i mean|all right|of course");
/** Pairs that mean something else than a lead-in: "so far", "now that", "so called". */
const BOUND = pairsIn(
  'so far|so much|so many|so called|so long|so few|so little|so that|so as|now that|then there|no one|yet another',
);
const MAY_LEAD_IN = new Set([...LEAD_INS, ...WEAK_LEAD_INS, ...LEAD_IN_PAIRS.keys()]);
const MIN_WORDS_LEFT = 4;

/**
 * How many words from `from` on ("But", "So", "Yeah") only connect the speech up to `to` with what came before, which a summary does not show.
 * English only.
 */
export function leadIn(words: SpokenWords, from: number, to: number, language: string): number {
  if (language !== 'en') return 0;
  let at = from;
  while (to - at > MIN_WORDS_LEFT + 1) {
    const word = lettersOf(words.textAt(at));
    if (!MAY_LEAD_IN.has(word)) break;
    const next = lettersOf(words.textAt(at + 1));
    if (LEAD_IN_PAIRS.get(word)?.has(next)) {
      at += 2;
      continue;
    }
    const isTie =
      LEAD_INS.has(word) || (WEAK_LEAD_INS.has(word) && (words.textAt(at).endsWith(',') || LEAD_INS.has(next)));
    if (!isTie || BOUND.get(word)?.has(next)) break;
    at += 1;
  }
  return at - from;
}

function lettersOf(word: string): string {
  const lower = word.toLowerCase();
  if (/^[a-z]+$/.test(lower)) return lower;
  return lower.replace(/[’ʼ]/g, "'").replace(/[^\p{L}\p{N}']/gu, '');
}
