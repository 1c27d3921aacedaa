import fc from 'fast-check';
import { blocksOf, partsOf, tokensIn, tokensOf } from './transcript-blocks.js';

const line = (startMs: number, text: string, durationMs = 4_000) => ({ startMs, durationMs, text });

describe('blocksOf', () => {
  it('writes one line with its time for about 25 s of speech', () => {
    const segments = Array.from({ length: 30 }, (_, nr) => line(nr * 5_000, `word${nr}`));
    const blocks = blocksOf(segments);
    expect(blocks.map(({ line }) => line.slice(0, 7))).toEqual([
      '[00:00]',
      '[00:25]',
      '[00:50]',
      '[01:15]',
      '[01:40]',
      '[02:05]',
    ]);
    expect(blocks[0].line).toBe('[00:00] word0 word1 word2 word3 word4');
  });

  it('starts no extra line for any words of the speaker', () => {
    expect(blocksOf([line(0, 'one\n[00:00] two\r\n\u2028three')])).toHaveLength(1);
    expect(blocksOf([line(0, 'one\n[00:00] two')])[0].line).toBe('[00:00] one [00:00] two');
  });

  it('loses no letter of any captions, however long', () => {
    const segment = fc.record({
      gapMs: fc.nat(60_000),
      text: fc.string({ maxLength: 300 }),
      times: fc.constantFrom(1, 1, 1, 40),
    });
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 60 }), fc.integer({ min: 50, max: 5_000 }), (made, most) => {
        let startMs = 0;
        const segments = made.map(({ gapMs, text, times }) => line((startMs += gapMs), text.repeat(times)));
        const blocks = blocksOf(segments);
        const letters = (text: string) => text.replace(/\s/g, '');
        const withoutTimes = blocks.map((block) => block.line.replace(/^\[[\d:]+\] /, '')).join('');
        expect(letters(withoutTimes)).toBe(letters(segments.map(({ text }) => text).join('')));
        const parts = partsOf(blocks, most);
        // Each part but the first repeats one block of the part before.
        expect(parts.flatMap((part, at) => part.slice(at === 0 ? 0 : 1))).toEqual(blocks);
      }),
    );
  });
});

describe('partsOf', () => {
  const blocks = blocksOf(Array.from({ length: 400 }, (_, nr) => line(nr * 25_000, 'some words '.repeat(20), 20_000)));

  it('makes parts of at most the requested length, apart from the block that they repeat', () => {
    for (const part of partsOf(blocks, 1_000)) expect(tokensOf(part.slice(1))).toBeLessThanOrEqual(1_000);
  });

  it('cuts at the longest silences', () => {
    const paused = blocks.map((block, at) =>
      at < 14 ? { ...block, endMs: block.endMs - (at === 13 ? 15_000 : 0) } : block,
    );
    expect(partsOf(paused, blocks[0].tokens * 16)[0]).toHaveLength(14);
  });
});

describe('tokensIn', () => {
  it('counts letters of scripts without spaces for more than others', () => {
    expect(tokensIn('a'.repeat(36))).toBe(10);
    expect(tokensIn('運'.repeat(15))).toBe(10);
  });
});
