import type { Word } from './words.js';

/** Words that are always written with capitals, but are not names. */
const NO_NAMES = new Set('i im ive id ill tv am pm ok okay internet'.split(' '));
/** Endings of ordinary words at the start of a sentence; names seldom have them. */
const WORD_ENDINGS =
  /(?:ly|ing|ed|s|ion|ment|ness|ity|ance|ence|ful|less|able|ous|ive|al|th|ter|ism|ure|age|more|ce|est|ll)$/;
const SAME_START = 4;

/**
 * The first name in `sentence` that is not said; null = none. `isWord` recognises ordinary words. German writes every noun with a capital, so there
 * the ending of a word and the word before it decide whether it is a name.
 */
export function unsaidName(
  sentence: readonly Word[],
  said: ReadonlySet<string>,
  language: string,
  isWord: (word: Word) => boolean,
): string | null {
  const starts = new Set([...said].map(startOf));
  const isSaid = ({ text }: Word) => said.has(text) || (text.length >= SAME_START && starts.has(startOf(text)));
  const found = sentence.find((word, at) => {
    if (!word.isCapital || word.text.length < 2 || NO_NAMES.has(word.text) || isSaid(word) || isWord(word))
      return false;
    if (language === 'de') return isGermanName(sentence, at);
    return word.opens ? opensAsName(sentence, at, language) : true;
  });
  return found?.raw ?? null;
}

/** The common beginning of "Java" and "Javanese", "Germany" and "German". */
function startOf(text: string): string {
  return text.slice(0, SAME_START);
}

/** Words that open sentences, are not names, and are missing from the lists of stop-words. */
const OPENERS = new Set(
  (
    'beyond overnight contrary despite within among throughout beneath alongside meanwhile moreover however instead perhaps maybe today tomorrow yesterday later afterwards ' +
    'pro je laut people half several many most some both such overall under unless unlike upon according apart besides since until whether while again next rather'
  ).split(' '),
);

/** Verbs that may follow a name at the start of a sentence. */
const VERB =
  /^(?:\p{L}{2,}(?:ed|es|[^s]s)|is|was|has|had|did|does|do|can|could|will|would|should|must|and|of|took|said|made|wrote|gave|went|came|saw|knew|thought|rose|fell|left|led|ran|told|found|built|got)$/u;

/** A first word is a name when another name follows or, in English, when nothing marks it as an ordinary word. */
function opensAsName(words: readonly Word[], at: number, language: string): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (/['’]s$/.test(word.raw)) return true;
  if (OPENERS.has(word.text)) return false;
  if (next?.isCapital && !next.opens) return true;
  if (WORD_ENDINGS.test(word.text) || word.text.length < 3) return false;
  // In other languages a verb may come first, so a name must be followed by a comma.
  if (language === 'en') return next?.afterMark === true || VERB.test(next?.text ?? '');
  return next?.afterMark === true && !/(?:mente|ment|ando|endo|weise)$/.test(word.text);
}

const GERMAN_NOUN =
  /(?:ung|heit|keit|schaft|tion|tat|nis|tum|chen|lein|ling|mus|zeit|ende|platz|welt|mittel|uge|uhr|essen)(?:en|e|s|er)?$/;
/** German words after which a noun is usually not a name. */
const GERMAN_BEFORE_NOUN =
  /^(?:der|die|das|den|dem|des|ein\w*|kein\w*|ihr\w*|sein\w*|unser\w*|mein\w*|jede\w*|viele\w*|im|am|vom|ins|beim|zum|zur|\d.*|\w+(?:e|en|er|es|em|ig|zig|hn|lf|ei|er))$/;

function isGermanName(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (GERMAN_NOUN.test(word.text)) return false;
  if (word.opens) return opensAsName(words, at, 'de');
  return !GERMAN_BEFORE_NOUN.test(words[at - 1].text);
}
