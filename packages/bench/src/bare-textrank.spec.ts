import { bareTextRank } from './bare-textrank.js';

const said = (texts: readonly string[]) => texts.map((text, at) => ({ startMs: at * 4000, durationMs: 4000, text }));

describe('the plain algorithm that the engine is measured against', () => {
  const talk = [
    'Hello there.',
    'Sourdough bread needs a starter of flour and water.',
    'My cousin once missed a train.',
    'The starter ferments the flour, so the bread rises without yeast.',
    'Tides follow the moon.',
    'A warm kitchen makes the starter ferment faster and the bread more sour.',
    'Somebody painted our fence.',
  ];

  it('chooses sentences that share words with the rest, in the order of the video', () => {
    const chosen = bareTextRank(said(talk), 3);
    expect(chosen).toEqual([talk[1], talk[3], talk[5]]);
  });

  it('repeats no statement while there is another one to choose', () => {
    const moons = ['The moon pulls the sea.', 'The moon pulls the sea.', 'Bread feeds a town.', 'A town bakes bread.'];
    expect(new Set(bareTextRank(said(moons), 2)).size).toBe(2);
  });

  it('cuts speech without punctuation, and answers an empty transcript with nothing', () => {
    expect(bareTextRank(said(['bread '.repeat(96)]), 2).map((text) => text.split(' ').length)).toEqual([24, 24]);
    expect(bareTextRank([], 3)).toEqual([]);
  });
});
