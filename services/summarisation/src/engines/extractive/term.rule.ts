/**
 * Rule (decision 23): two units speak of the same thing when they share content words, compared by their stems;
 * words of grammar and words said only once in the video say nothing about what matters in it.
 */

/** What is known of a language. For an unknown one nothing is a stop-word and each word is its own stem. */
export interface Lexicon {
  readonly language: string;
  readonly isKnown: boolean;
  stem(word: string): string;
  isStopword(word: string): boolean;
  isFiller(word: string): boolean;
}

/** `ofUnit[u]` are the distinct terms of unit u; `weight[t]` = sqrt(df) * ln(N/df + 1), 0 for a term of one unit; `idOfWord[w]` is the term that a word says, -1 for none. */
export interface TermIndex {
  ofUnit: Int32Array[];
  weight: Float64Array;
  idOf: Map<string, number>;
  idOfWord: ReadonlyMap<string, number>;
}

/** In a language without a list, a word in more than this share of the units is taken for grammar. */
const GRAMMAR_SHARE = 0.12;
const MIN_UNITS_FOR_SHARE = 20;

/** The stem that stands for `word`, or null when it carries no content. */
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

/** Stemming takes 10 us a word; five hours of speech have some 12,000 different words, and only hostile captions have more than this. */
const MAX_VOCABULARY = 20_000;

/** The terms of each unit, and how much each says. Words beyond the first 20,000 different ones are no terms. */
export function indexTerms(units: readonly { words: readonly string[] }[], lexicon: Lexicon): TermIndex {
  const idOf = new Map<string, number>();
  const idOfWord = new Map<string, number>();
  const ofUnit = units.map((unit) => {
    const ids = new Set<number>();
    for (const word of unit.words) {
      let id = idOfWord.get(word);
      if (id === undefined && idOfWord.size < MAX_VOCABULARY)
        idOfWord.set(word, (id = idOfTerm(termOf(word, lexicon), idOf)));
      if (id !== undefined && id >= 0) ids.add(id);
    }
    return Int32Array.from(ids);
  });
  return { ofUnit, idOf, idOfWord, weight: weigh(ofUnit, idOf.size, lexicon.isKnown) };
}

function idOfTerm(term: string | null, idOf: Map<string, number>): number {
  if (term === null) return -1;
  const known = idOf.get(term);
  if (known === undefined) idOf.set(term, idOf.size);
  return known ?? idOf.size - 1;
}

function weigh(ofUnit: readonly Int32Array[], terms: number, isKnown: boolean): Float64Array {
  const df = new Float64Array(terms);
  for (const ids of ofUnit) for (const id of ids) df[id] += 1;
  const most = isKnown || ofUnit.length < MIN_UNITS_FOR_SHARE ? Infinity : ofUnit.length * GRAMMAR_SHARE;
  return df.map((count) => (count > 1 && count <= most ? Math.sqrt(count) * Math.log(ofUnit.length / count + 1) : 0));
}
