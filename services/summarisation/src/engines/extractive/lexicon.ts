import { newStemmer } from 'snowball-stemmers';
// As a namespace: Node and Jest disagree on what the default export of this CommonJS package is.
import * as stopword from 'stopword';
import { LANGUAGES, SPOKEN_WORDS, SPOKEN_FILLERS } from './language-table.js';
import type { Lexicon } from './term.rule.js';

/** The stemmers take 10 us a word and know no state: what they answered is kept, up to a bound per language. */
const MAX_REMEMBERED_STEMS = 50_000;
const lexicons = new Map<string, Lexicon>();

/** The lexicon of a BCP 47 language code; unknown codes give one that knows no stop-words and stems nothing. */
export function lexiconOf(code: string): Lexicon {
  const primary = /^[a-z]{2,3}(?=$|[-_])/.exec(code.trim().toLowerCase())?.[0] ?? 'und';
  const language = primary in LANGUAGES ? primary : 'und';
  let lexicon = lexicons.get(language);
  if (!lexicon) lexicons.set(language, (lexicon = build(language)));
  return lexicon;
}

function build(language: string): Lexicon {
  const { list, stemmer } = LANGUAGES[language] ?? {};
  const stopwords = new Set(
    [...(list ? stopword[list] : []), ...(SPOKEN_WORDS[language] ?? [])].map((word) => word.toLowerCase()),
  );
  const fillers = SPOKEN_FILLERS[language];
  const snow = stemmer ? newStemmer(stemmer) : undefined;
  const stems = new Map<string, string>();
  return {
    language,
    isKnown: list !== undefined,
    isStopword: (word) => stopwords.has(word),
    isFiller: (word) => fillers?.test(word) ?? false,
    stem: (word) => {
      if (!snow) return word;
      let stem = stems.get(word);
      if (stem === undefined) {
        if (stems.size >= MAX_REMEMBERED_STEMS) stems.clear();
        stems.set(word, (stem = snow.stem(word)));
      }
      return stem;
    },
  };
}
