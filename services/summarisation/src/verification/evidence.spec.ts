import { evidenceOf } from './evidence.js';

const QUOTED = 'the lock keeper never opens both gates at once';

describe('the evidence of a sentence', () => {
  it('is where its words stand together, when fast speech says each of them everywhere in minutes with one moment', () => {
    const scattered = Array.from({ length: 300 }, (_, nr) => QUOTED.split(' ').toReversed()[nr % 9]);
    const words = [...scattered, ...QUOTED.split(' '), ...scattered];
    const lines = [{ startMs: 0, endMs: 60_000, words, turn: false }];
    const [{ text, before, after }] = evidenceOf([{ startMs: 0, endMs: 60_000, text: QUOTED }], lines);
    expect(text).toContain(QUOTED);
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect([before, after]).toEqual(['', '']);
  });
});
