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

  it('is found anywhere in a paragraph of a script without spaces, which is one long word', () => {
    const said = '水門の番人は1984年に二つの門を同時に開けない';
    const paragraph = `${'船は川を下る'.repeat(200)}${said}${'町は丘の上にある'.repeat(50)}`;
    const lines = [{ startMs: 0, endMs: 300_000, words: [paragraph], turn: false }];
    const [{ text }] = evidenceOf([{ startMs: 0, endMs: 300_000, text: said }], lines);
    expect(text.replaceAll(' ', '')).toContain(said);
    expect(text.length).toBeLessThanOrEqual(1_000);
  });
});
