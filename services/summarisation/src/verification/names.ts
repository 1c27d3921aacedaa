import type { Word } from './words.js';

/** Written with capitals wherever they stand. */
const NO_NAMES = new Set('i im ive id ill tv am pm ok okay internet'.split(' '));
/** A word of the sentence's own language at its start: these endings are seldom those of a name. */
const WORD_ENDINGS =
  /(?:ly|ing|ed|s|ion|ment|ness|ity|ance|ence|ful|less|able|ous|ive|al|th|ter|ism|ure|age|more|ce|est|ll)$/;
const SAME_START = 4;

/**
 * The first name in `sentence` that is not among the words said; null = none. German writes every noun with a capital: there a
 * name is only known by a name before it or by what `isWord` says.
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

/** "Java" and "Javanese", "Germany" and "German". */
function startOf(text: string): string {
  return text.slice(0, SAME_START);
}

/** Words without a name's look that open sentences and are in no list of stop-words. */
const OPENERS = new Set(
  (
    'beyond overnight contrary despite within among throughout beneath alongside meanwhile moreover however instead perhaps maybe today tomorrow yesterday later afterwards ' +
    'pro je laut people half several many most some both such overall under unless unlike upon according apart besides since until whether while again next rather'
  ).split(' '),
);

/** What follows a name that opens a sentence: what it did. */
const VERB =
  /^(?:\p{L}{2,}(?:ed|es|[^s]s)|is|was|has|had|did|does|do|can|could|will|would|should|must|and|of|took|said|made|wrote|gave|went|came|saw|knew|thought|rose|fell|left|led|ran|told|found|built|got)$/u;

/** A first word is a name when another name follows or, in English, when nothing marks it as a common word. */
function opensAsName(words: readonly Word[], at: number, language: string): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (/['’]s$/.test(word.raw)) return true;
  if (OPENERS.has(word.text)) return false;
  if (next?.isCapital && !next.opens) return true;
  if (WORD_ENDINGS.test(word.text) || word.text.length < 3) return false;
  // In the others a verb may come first: a name there has a comma after it.
  if (language === 'en') return next?.afterMark === true || VERB.test(next?.text ?? '');
  return next?.afterMark === true && !/(?:mente|ment|ando|endo|weise)$/.test(word.text);
}

const GERMAN_NOUN =
  /(?:ung|heit|keit|schaft|tion|tat|nis|tum|chen|lein|ling|mus|zeit|ende|platz|welt|mittel|uge|uhr|essen)(?:en|e|s|er)?$/;
/** After these a noun is no name as a rule. */
const GERMAN_BEFORE_NOUN =
  /^(?:der|die|das|den|dem|des|ein\w*|kein\w*|ihr\w*|sein\w*|unser\w*|mein\w*|jede\w*|viele\w*|im|am|vom|ins|beim|zum|zur|\d.*|\w+(?:e|en|er|es|em|ig|zig|hn|lf|ei|er))$/;

function isGermanName(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (GERMAN_NOUN.test(word.text)) return false;
  if (word.opens) return opensAsName(words, at, 'de');
  return !GERMAN_BEFORE_NOUN.test(words[at - 1].text);
}
