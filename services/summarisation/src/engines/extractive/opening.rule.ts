/**
 * Rule (decision 23): a summary's sentences stand far from what was said before them, so words that only tie a sentence to
 * the one before ("But", "So", "Yeah") are left off, and a sentence about an unnamed "this" or "he" is chosen last. English only.
 */
import type { SpokenWord } from './spoken-words.rule.js';

const LEAD_INS = new Set('and but so then yeah yes yep okay ok now also however anyway oh'.split(' '));
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

const DEMONSTRATIVES = new Set('this that these those such'.split(' '));
const PRONOUNS = new Set(
  "it its it's it'll it'd he he's he'd he'll she she's she'd they they're they'd they've him her his them their theirs that's here here's both neither other others another same latter former".split(
    ' ',
  ),
);
/** A clause that waits for its main one, or asks. */
const LEANING = new Set('because or nor which whose than until except'.split(' '));
const ASIDES = new Set(
  "let let's thank thanks welcome hello hi subscribe sorry please imagine think remember".split(' '),
);
/** How far into a sentence a pronoun is taken for its subject, a person's further than a thing's. */
const SUBJECT_REACH = 4;
const PERSON_REACH = 7;
const PERSONS = new Set('he she his him her'.split(' '));
/** In a sentence as short as this "them" was named before it. */
const SHORT_WORDS = 14;

/** How many words at the start of `words` only tie it to what went before. */
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

/** From 1, understood by itself, down to 0.15: how well a sentence stands alone. `plain` are its `words` in lower case without marks. */
export function standing(
  words: readonly string[],
  plain: readonly string[],
  language: string,
  isStopword: (word: string) => boolean,
): number {
  if (language !== 'en') return 1;
  const first = plain.slice(0, PERSON_REACH);
  let worth =
    LEANING.has(first[0]) || LEAD_INS.has(first[0])
      ? 0.4
      : ASIDES.has(first[0])
        ? 0.35
        : first[0] === 'i' || first[0].startsWith("i'")
          ? 0.8
          : 1;
  if (DEMONSTRATIVES.has(first[0]) || PRONOUNS.has(first[0])) return Math.min(worth, 0.2);
  if (
    first.slice(1, 2).some((word) => DEMONSTRATIVES.has(word)) ||
    first.slice(1, 3).some((word) => word !== 'that' && DEMONSTRATIVES.has(word))
  )
    worth *= 0.25;
  const content = first.findIndex((word) => !isStopword(word) && !PRONOUNS.has(word));
  const pronoun = first.findIndex((word) => PRONOUNS.has(word) && word !== 'here');
  if (pronoun > 0 && pronoun < SUBJECT_REACH) worth *= content < 0 || pronoun < content ? 0.3 : 0.55;
  const person = first.findIndex((word) => PERSONS.has(word));
  if (person >= SUBJECT_REACH && !words.slice(1, person).some((word) => /^\p{Lu}/u.test(word))) worth *= 0.6;
  if (plain.includes('either') || plain.includes('neither') || (plain.length <= SHORT_WORDS && plain.includes('them')))
    worth *= 0.5;
  return Math.max(
    0.15,
    plain.some((word, at) => at > 2 && word !== 'that' && DEMONSTRATIVES.has(word)) ? worth * 0.85 : worth,
  );
}

function bare(word: string): string {
  return word
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/[^\p{L}\p{N}']/gu, '');
}
