import { isNumber } from '../engines/extractive/quality.js';

/** Forms of common English verbs that are seldom part of a name. */
const VERBS = new Set(
  (
    'gets gotten getting makes made making takes took taken taking comes came coming give gives gave given giving says saying sees seen seeing knows knew known knowing ' +
    'thinks thinking found tell tells told telling feel feels become becomes became becoming puts meant keep keeps kept keeping lets begin begins began begun seem seems ' +
    'seemed bring brings brought bringing hold holds held write writes wrote written stood hear hears heard ran sits sat lose loses lost losing paid send sends sent sending ' +
    'build builds built fallen risen drove driven buy buys bought speak speaks spoken eat eats ate eaten drew drawn choose chooses chose chosen grow grows grew grown led ' +
    'understand understands understood wore worn broke broken caught threw thrown shook swung spun stuck sell sells sold teach taught forget forgets forgot forgotten hung ' +
    'flew flown sank sunk spent wants tries asks look looks happen happens include includes continue continues learn learns follow follows allow allows add adds remember ' +
    'remembers consider considers appear appears expect expects pulls pushes repeats instead'
  ).split(' '),
);
/** English participles and adverbs: "carried", "perfectly". */
const DONE_OR_HOW = /^.{2,}(?:[^e]ed|[cdeghknrstvwx]ly|ally)$/;

/**
 * Whether a word can be a title or end one. Numbers, words that end in Hiragana alone, and English verbs and adverbs cannot. A participle before
 * another word (`isLast` false) can, as in "salted caramel". `language` is the code of a lexicon.
 */
export function canName(word: string, language: string, isLast = true): boolean {
  // A capital in the middle of a sentence marks a name: "Alfred".
  if (language === 'en' && !/^\p{Lu}/u.test(word) && (VERBS.has(word) || (isLast && DONE_OR_HOW.test(word))))
    return false;
  return !isNumber(word.toLowerCase()) && !/^[\d\P{L}]*$/u.test(word) && !/^\p{Script=Hiragana}+$/u.test(word);
}
