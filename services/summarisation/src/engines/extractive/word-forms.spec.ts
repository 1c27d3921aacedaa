import { WordForms } from './word-forms.js';

/** Words of few letters, so that many repeat and many begin alike. */
function lineOf(words: number, seed: number): string {
  let state = seed;
  const next = (below: number) => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 1) % below;
  const letter = () => ['a', 'b', 'é', '水', '😀', "'"][next(6)];
  return Array.from({ length: words }, () => Array.from({ length: 1 + next(6) }, letter).join('')).join(' ');
}

describe('the numbers of words', () => {
  it('follow the order of first mention, in lines and alone', () => {
    const forms = new WordForms();
    const numbers = new Map<string, number>();
    for (let line = 1; line <= 2_000; line += 1) {
      const words = lineOf(12, line).split(' ');
      const expected = words.map((word) => numbers.get(word) ?? (numbers.set(word, numbers.size), numbers.size - 1));
      expect(forms.numbersIn(words.join(' '), Infinity)).toEqual(expected);
      expect(words.map((word) => forms.numberOf(word))).toEqual(expected);
    }
    expect(forms.texts).toEqual([...numbers.keys()]);
    expect(forms.texts.length).toBeGreaterThan(5_000);
  });

  it('leave out what stands between spaces and is nothing, and what is too much', () => {
    const forms = new WordForms();
    expect(forms.numbersIn('  one   two one ', Infinity)).toEqual([0, 1, 0]);
    expect(forms.numbersIn('two three four', 2)).toEqual([1, 2]);
    expect(forms.numbersIn(' ', 9)).toEqual([]);
    expect(forms.texts).toEqual(['one', 'two', 'three']);
  });
});
