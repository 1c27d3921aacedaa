import { newStemmer } from 'snowball-stemmers';
// Imported as a namespace, because Node and Jest disagree about the default export of this CommonJS package.
import * as stopword from 'stopword';
import { PAUSE_EVERY, type Sliced, finished } from '../../work/slices.js';
import { WordForms } from './word-forms.js';

/** Language data. In an unknown language nothing is a stop-word, and each word is its own stem. */
export interface Lexicon {
  readonly language: string;
  readonly isKnown: boolean;
  stem(word: string): string;
  isStopword(word: string): boolean;
  isFiller(word: string): boolean;
}

/** For each ISO 639-1 code: the name of a stop-word list of `stopword` and, after a space, the algorithm of `snowball-stemmers`, if there is one. */
const LANGUAGES: Record<string, string> = {
  af: 'afr',
  ar: 'ara arabic',
  bg: 'bul',
  bn: 'ben',
  ca: 'cat catalan',
  cs: 'ces czech',
  da: 'dan danish',
  de: 'deu german',
  el: 'ell',
  en: 'eng english',
  es: 'spa spanish',
  et: 'est',
  eu: 'eus basque',
  fa: 'fas',
  fi: 'fin finnish',
  fil: 'tgl',
  fr: 'fra french',
  ga: 'gle irish',
  gl: 'glg',
  gu: 'guj',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun hungarian',
  hy: 'hye armenian',
  id: 'ind',
  in: 'ind',
  it: 'ita italian',
  iw: 'heb',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  mr: 'mar',
  ms: 'msa',
  my: 'mya',
  nb: 'nob norwegian',
  nl: 'nld dutch',
  nn: 'nob norwegian',
  no: 'nob norwegian',
  pl: 'pol',
  pt: 'por portuguese',
  ro: 'ron romanian',
  ru: 'rus russian',
  sk: 'slk',
  sl: 'slv slovene',
  so: 'som',
  sv: 'swe swedish',
  sw: 'swa',
  th: 'tha',
  tl: 'tgl',
  tr: 'tur turkish',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
  yo: 'yor',
  zh: 'zho',
  zu: 'zul',
};

/** Words that speech repeats without meaning, and grammar words that the lists lack. */
const SPOKEN_WORDS: Record<string, readonly string[]> = {
  en: (
    "actually again ain't already alright always any anyway aren't away back basically bit can't couldn't did didn't different doesn't doing don't done " +
    "down else even ever every few first gonna good got gotta great guess hadn't hasn't haven't having he'd he'll hers hi i'd i'll i'm i've isn't it'd it'll " +
    "its just kind kinda know last less let let's lot lots maybe mean mine need next nice no nor not nothing okay ok oh one ones ought own perhaps pretty " +
    "probably put quite rather really right say see shall she she'd she'll shouldn't so something sort sorta stuff sure thank thanks that'd that'll theirs " +
    "there'd they'd they'll they're they've thing things think today together too two until us using usually wanna want wanted wasn't we'd we'll we're we've " +
    "went weren't well what's whatever whether will won't wouldn't yeah yep yes yet you'd you'll you're you've yours yourself go goes going gone maybe " +
    'does though however therefore thus'
  ).split(' '),
};

/** Filler sounds, which are removed from the text, by language: "um" is a word in German and Portuguese. */
const SPOKEN_FILLERS: Record<string, RegExp> = {
  en: /^(?:u+h+m*|u+m+|e+r+m*|h+m+|m+hm+|mm+|uh-huh|mm-hmm)[.,!?…-]*$/i,
};

/** The letters with which fillers begin. Nearly every word begins with another one, and is spared the expressions above. */
const FILLER_INITIALS = 'uehmUEHM';

/** A stemmer takes 10 us per word and keeps no state, so its results are cached, up to this bound per language. */
const MAX_REMEMBERED_STEMS = 50_000;
const lexicons = new Map<string, Lexicon>();

/** The lexicon of a BCP 47 language code. An unknown code gets one without stop-words and stems. */
export function lexiconOf(code: string): Lexicon {
  const primary = /^[a-z]{2,3}(?=$|[-_])/.exec(code.trim().toLowerCase())?.[0] ?? 'und';
  const language = primary in LANGUAGES ? primary : 'und';
  let lexicon = lexicons.get(language);
  if (!lexicon) lexicons.set(language, (lexicon = build(language)));
  return lexicon;
}

function build(language: string): Lexicon {
  const [list, stemmer] = (LANGUAGES[language] ?? '').split(' ');
  const stopwords = new Set(
    [...(list ? stopword[list] : []), ...(SPOKEN_WORDS[language] ?? [])].map((word) => word.toLowerCase()),
  );
  const fillers = SPOKEN_FILLERS[language];
  const snow = stemmer ? newStemmer(stemmer) : undefined;
  const stems = new Map<string, string>();
  return {
    language,
    isKnown: list !== '',
    isStopword: (word) => stopwords.has(word),
    isFiller: (word) => fillers !== undefined && FILLER_INITIALS.includes(word.charAt(0)) && fillers.test(word),
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

/**
 * `ofUnit[u]` are the distinct terms of unit u. `formsOf[u]` are the words of unit u as numbers in `forms`. `weight[t]` is sqrt(df) * ln(N/df + 1),
 * and 0 for a term of one unit. `idOfForm[f]` is the term of a form: NO_TERM when it has none, UNREAD beyond the vocabulary.
 */
export interface TermIndex {
  ofUnit: (readonly number[])[];
  forms: readonly string[];
  formsOf: readonly ArrayLike<number>[];
  weight: Float64Array;
  idOf: Map<string, number>;
  idOfForm: Int32Array;
}

/** In place of a term: the word carries no content. */
export const NO_TERM = -1;
/** In place of a term: the vocabulary was full before the word was read. */
export const UNREAD = -2;

/** The terms of a unit, word by word; NO_TERM for a word without one. */
export function termsSaid({ formsOf, idOfForm }: Pick<TermIndex, 'formsOf' | 'idOfForm'>, unit: number): number[] {
  const forms = formsOf[unit];
  const ids: number[] = [];
  for (let at = 0; at < forms.length; at += 1) ids.push(Math.max(NO_TERM, idOfForm[forms[at]]));
  return ids;
}

/** In a language without a list of stop-words, a word in more than this share of the units counts as grammar. */
const GRAMMAR_SHARE = 0.12;
const MIN_UNITS_FOR_SHARE = 20;

/** The stem of `word`, or null when it carries no content. */
export function termOf(word: string, lexicon: Lexicon): string | null {
  const bare = word
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '')
    .replace(/'s$/, '');
  if (bare === '' || lexicon.isStopword(bare)) return null;
  if (bare.length === 1 && !/\p{Lo}/u.test(bare)) return null;
  return lexicon.stem(bare);
}

/** Bounds the time for stems. Five hours of speech have some 12,000 different words; only hostile captions have more than this. */
const MAX_VOCABULARY = 20_000;

/** Indexes the terms of each unit and their weights. Words beyond the first 20,000 different ones are not terms. */
export function indexTerms(units: readonly { words: readonly string[] }[], lexicon: Lexicon): TermIndex {
  const forms = new WordForms();
  const numbered = units.map(({ words }) => ({ forms: words.map((word) => forms.numberOf(word)) }));
  return finished(indexing(numbered, forms, lexicon));
}

/** Same as indexTerms(), in slices, for units whose words are numbered in `forms`. */
export function* indexing(
  units: readonly { forms: ArrayLike<number> }[],
  { texts }: WordForms,
  lexicon: Lexicon,
): Sliced<TermIndex> {
  const idOf = new Map<string, number>();
  const idOfForm = new Int32Array(texts.length).fill(UNREAD);
  let read = 0;
  // Remembers the last unit of each term to detect repeats, because a set for each unit would dominate the cost.
  const lastSaidIn = new Int32Array(MAX_VOCABULARY).fill(-1);
  const found: number[] = [];
  const ofUnit: number[][] = [];
  for (let unit = 0; unit < units.length; unit += 1) {
    if (unit % PAUSE_EVERY.units === 0) yield;
    const { forms } = units[unit];
    let count = 0;
    for (let at = 0; at < forms.length; at += 1) {
      const form = forms[at];
      if (idOfForm[form] === UNREAD && read < MAX_VOCABULARY) {
        read += 1;
        idOfForm[form] = idOfTerm(termOf(texts[form], lexicon), idOf);
      }
      const id = idOfForm[form];
      if (id < 0 || lastSaidIn[id] === unit) continue;
      lastSaidIn[id] = unit;
      found[count] = id;
      count += 1;
    }
    ofUnit.push(found.slice(0, count));
  }
  const formsOf = units.map(({ forms }) => forms);
  return { ofUnit, forms: texts, formsOf, idOf, idOfForm, weight: weigh(ofUnit, idOf.size, lexicon.isKnown) };
}

function idOfTerm(term: string | null, idOf: Map<string, number>): number {
  if (term === null) return NO_TERM;
  const known = idOf.get(term);
  if (known === undefined) idOf.set(term, idOf.size);
  return known ?? idOf.size - 1;
}

function weigh(ofUnit: readonly (readonly number[])[], terms: number, isKnown: boolean): Float64Array {
  const df = new Float64Array(terms);
  for (const ids of ofUnit) for (const id of ids) df[id] += 1;
  const most = isKnown || ofUnit.length < MIN_UNITS_FOR_SHARE ? Infinity : ofUnit.length * GRAMMAR_SHARE;
  return df.map((count) => (count > 1 && count <= most ? Math.sqrt(count) * Math.log(ofUnit.length / count + 1) : 0));
}
