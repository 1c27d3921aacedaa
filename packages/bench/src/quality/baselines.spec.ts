import { baselineSummaries, sentencesOf } from './baselines.js';

const TURNS = [
  'We start with the old business of last year today. Yes. The bees of the valley need clover and lime trees.',
  'The clover feeds the bees of the whole valley in June.',
  'Nobody brought the keys of the car along, did they?',
  'Lime trees feed the bees when the clover of the valley is gone in July.',
];

describe('the baselines', () => {
  const sentences = sentencesOf(TURNS, 'punctuated');

  it('choose from sentences of six words and more, never across two turns', () => {
    expect(sentences).toHaveLength(5);
    expect(sentences).not.toContain('Yes.');
  });

  it('cut what has no full stops into stretches of near-equal length', () => {
    const turn = Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ');
    const stretches = sentencesOf([turn], 'spoken');
    expect(stretches.map((text) => text.split(' ').length)).toEqual([25, 25, 25, 25]);
    expect(stretches.join(' ')).toBe(turn);
  });

  it('fill exactly the words they may', () => {
    for (const summary of Object.values(baselineSummaries(sentences, 20)))
      expect(summary.join(' ').split(' ')).toHaveLength(20);
  });

  it('take the first, the longest, or what the others speak of most', () => {
    const { lead, longest, textRank, lexRank } = baselineSummaries(sentences, 15);
    expect(lead[0]).toBe(sentences[0]);
    expect(longest).toEqual([sentences[4]]);
    for (const ranked of [textRank, lexRank]) {
      expect(ranked.join(' ')).toMatch(/bees/);
      expect(ranked.join(' ')).not.toMatch(/keys|business/);
    }
  });
});
