import { Focus } from './focus.js';
import { indexTerms, lexiconOf } from './terms.js';

const TERMS = Array.from({ length: 60 }, (_, at) => `topic${'abcdefghij'[at % 10]}${'klmnop'[Math.floor(at / 10)]}`);
const UNITS = 500;

describe('a prompt of many words', () => {
  it('reads each unit at most once and stems only its own words, however many of them the video contains', () => {
    let [reads, stemmed] = [0, 0];
    const known = lexiconOf('en');
    const lexicon = { ...known, stem: (word: string) => ((stemmed += 1), known.stem(word)) };
    const said = Array.from({ length: UNITS }, (_, unit) => [...TERMS, `word${unit}`]);
    const index = indexTerms(
      said.map((words) => ({ words })),
      lexicon,
    );
    const formsOf = new Proxy(index.formsOf, {
      get(all, unit) {
        if (Number.isInteger(Number(unit))) reads += 1;
        return Reflect.get(all, unit);
      },
    });
    [reads, stemmed] = [0, 0];
    expect(Focus.of(TERMS.join(' '), lexicon, { ...index, formsOf })).toBeDefined();
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(UNITS);
    expect(stemmed).toBeLessThanOrEqual(TERMS.length);
  });
});
