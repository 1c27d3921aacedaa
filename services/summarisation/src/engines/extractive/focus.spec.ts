import { Focus } from './focus.js';
import { indexTerms, lexiconOf } from './terms.js';

const TERMS = Array.from({ length: 60 }, (_, at) => `topic${'abcdefghij'[at % 10]}${'klmnop'[Math.floor(at / 10)]}`);
const UNITS = 500;

describe('a prompt of many words', () => {
  it('reads each unit at most once and stems only words of its own, however many of them the video says', () => {
    let [reads, stemmed] = [0, 0];
    const known = lexiconOf('en');
    const lexicon = { ...known, stem: (word: string) => ((stemmed += 1), known.stem(word)) };
    const said = Array.from({ length: UNITS }, (_, unit) => [...TERMS, `word${unit}`]);
    const units = said.map((words) => ({
      get words() {
        reads += 1;
        return words;
      },
    }));
    const index = indexTerms(units, lexicon);
    [reads, stemmed] = [0, 0];
    expect(Focus.of(TERMS.join(' '), lexicon, index, units)).toBeDefined();
    expect(reads).toBeLessThanOrEqual(UNITS);
    expect(stemmed).toBeLessThanOrEqual(TERMS.length);
  });
});
