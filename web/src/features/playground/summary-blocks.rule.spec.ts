import { summaryBlocks } from './summary-blocks.rule';

const sentences = [
  { start_seconds: 0, text: 'A boat rises.' },
  { start_seconds: 28, text: 'The gates hold.' },
  { start_seconds: 40, text: 'A boat rises. And falls.' },
];

describe('a summary as blocks', () => {
  it('knows the sentence of every key point (WEB-27)', () => {
    const text = 'A boat rises.\n\n- [00:28] The gates hold.\n- [1:02:03] Nobody said this.';
    expect(summaryBlocks(text, sentences)).toEqual([
      { kind: 'paragraph', pieces: [{ text: 'A boat rises.', sentence: 0 }] },
      {
        kind: 'points',
        items: [
          { text: 'The gates hold.', sentence: 1 },
          { text: 'Nobody said this.', sentence: null },
        ],
      },
    ]);
  });

  it('takes the first line of a part as its heading, and the longest sentence that fits (WEB-27)', () => {
    expect(summaryBlocks('Part 1 (0:00 - 1:34)\nA boat rises. And falls. The gates hold.', sentences)).toEqual([
      { kind: 'heading', text: 'Part 1 (0:00 - 1:34)' },
      {
        kind: 'paragraph',
        pieces: [
          { text: 'A boat rises. And falls.', sentence: 2 },
          { text: ' ', sentence: null },
          { text: 'The gates hold.', sentence: 1 },
        ],
      },
    ]);
  });

  it('loses no word of a text that cites nothing (WEB-27)', () => {
    expect(summaryBlocks('Words of another engine.', sentences)).toEqual([
      { kind: 'paragraph', pieces: [{ text: 'Words of another engine.', sentence: null }] },
    ]);
  });
});
