import { baselineSummaries, sentencesOf } from './baselines.js';

const TURNS = [
  'We start with the old business of last year today. Yes. The bees of the valley need clover and lime trees.',
  'The clover feeds the bees of the whole valley in June.',
  'Nobody brought the keys of the car along, did they?',
  'Lime trees feed the bees when the clover of the valley is gone in July.',
];

describe('the baselines', () => {
  const sentences = sentencesOf(TURNS, 'punctuated');

  it('choose only sentences of at least six words, never across two turns', () => {
    expect(sentences).toHaveLength(5);
    expect(sentences).not.toContain('Yes.');
  });

  it('cut text without full stops into stretches of nearly equal length', () => {
    const turn = Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ');
    const stretches = sentencesOf([turn], 'spoken');
    expect(stretches.map((text) => text.split(' ').length)).toEqual([25, 25, 25, 25]);
    expect(stretches.join(' ')).toBe(turn);
  });

  it('use exactly the allowed number of words', () => {
    for (const summary of Object.values(baselineSummaries(sentences, 20)))
      expect(summary.join(' ').split(' ')).toHaveLength(20);
  });

  it('choose the first sentences, the longest ones, or those that share most with the others', () => {
    const { lead, longest, textRank, lexRank } = baselineSummaries(sentences, 15);
    expect(lead[0]).toBe(sentences[0]);
    expect(longest).toEqual([sentences[4]]);
    for (const ranked of [textRank, lexRank]) {
      expect(ranked.join(' ')).toMatch(/bees/);
      expect(ranked.join(' ')).not.toMatch(/keys|business/);
    }
  });
});
