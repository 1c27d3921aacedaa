import { baseOf, misses, type Figures } from './verdict.js';

const score = (r1: number, r2: number) => ({ r1, r2, rL: r1 / 2, rLsum: r1 - 3 });
const found = (ours = score(27, 4)): Figures => {
  const form = { ours, lead: score(24, 5), longest: score(25, 3), textRank: score(23, 3), lexRank: score(22, 3) };
  return {
    scores: { punctuated: form, spoken: form },
    faults: { danglingOpening: 2, repeatedWord: 0.5, cutEnd: 0.5, unmarkedQuestion: 9, overLong: 9, promotion: 9 },
  };
};
const lead = { mean: 4, low: 2, high: 6 };

describe('the verdict', () => {
  const base = baseOf(found(), 'extractive 2');

  it('finds no fault with the engine that made the base', () => {
    expect(misses(found(), base, lead)).toEqual([]);
  });

  it.each([
    ['a baseline with more ROUGE-1', found(score(25, 4)), lead, /punctuated: ROUGE-1 25.00 is not above longest/],
    ['a ranker with as much ROUGE-2', found(score(27, 3)), lead, /spoken: ROUGE-2 3.00 is not above lexRank/],
    ['less than the base', found(score(26.9, 4)), lead, /r1 26.90 is below the base's 27.00/],
    ['a lead that may be chance', found(), { mean: 1, low: -0.1, high: 2 }, /does not exclude zero/],
  ])('names %s', (_, figures, interval, words) => {
    expect(misses(figures, base, interval).join('\n')).toMatch(words);
  });

  it.each([['danglingOpening', 5] as const, ['repeatedWord', 1] as const, ['cutEnd', 1] as const])(
    'names %s from %d %% of the sentences on',
    (finding, share) => {
      const figures = found();
      expect(misses({ ...figures, faults: { ...figures.faults, [finding]: share } }, base, lead)).toHaveLength(1);
    },
  );
});
