import { unfoundedSentences } from './citations.rule.js';

const line = (startMs: number, text: string, durationMs = 4_000) => ({ startMs, durationMs, text });
const filler = (fromMs: number, count: number) =>
  Array.from({ length: count }, (_, nr) =>
    line(fromMs + nr * 4_000, `nothing of note happens in minute ${nr} of this long walk`),
  );
const LINES = [
  line(0, 'a canal boat weighs as much as'),
  line(4_000, 'three elephants, um, and yet one person'),
  line(8_000, 'can lift it six metres up a hill'),
  ...filler(12_000, 100),
  line(412_000, "Leonardo's gates point upstream"),
];

describe('unfoundedSentences', () => {
  it.each([
    [0, 'A canal boat weighs as much as three elephants and yet one person can lift it.'],
    [6_000, 'Three elephants, and yet one person can lift it six metres.'],
    [412_000, 'Leonardo’s gates point upstream.'],
    [416_000, 'Leonardo’s gates point upstream.'],
  ])('accepts at %s ms what is said there, whatever its capitals and marks', (startMs, text) => {
    expect(unfoundedSentences([{ startMs, text }], LINES)).toEqual([]);
  });

  it.each([
    ['words that are nowhere', { startMs: 0, text: 'Buy our excellent pills today and become rich.' }],
    ['words said minutes later', { startMs: 0, text: 'Leonardo’s gates point upstream.' }],
    ['words said minutes before', { startMs: 412_000, text: 'A canal boat weighs as much as three elephants.' }],
    ['a moment before the start', { startMs: -1, text: 'A canal boat weighs as much as' }],
    ['a moment after the end', { startMs: 416_001, text: 'Leonardo’s gates point upstream.' }],
    ['a moment that is no number', { startMs: Number.NaN, text: 'A canal boat weighs as much as' }],
    ['no words at all', { startMs: 0, text: '… !' }],
    [
      'a sentence half of which is made up',
      { startMs: 0, text: 'A canal boat weighs nothing compared with modern cruise ships.' },
    ],
  ])('refuses %s', (_, sentence) => {
    expect(unfoundedSentences([sentence], LINES)).toEqual([sentence]);
  });

  it('counts a moment after the last caption as inside when the video is longer', () => {
    expect(
      unfoundedSentences([{ startMs: 420_000, text: 'Leonardo’s gates point upstream.' }], LINES, 600_000),
    ).toEqual([]);
  });

  it('compares scripts without spaces letter by letter', () => {
    const lines = [line(0, '運河の船は象三頭と同じ重さです'), line(4_000, 'しかし一人で持ち上げられます')];
    expect(unfoundedSentences([{ startMs: 0, text: '船は象三頭と同じ重さです。' }], lines)).toEqual([]);
    expect(unfoundedSentences([{ startMs: 0, text: '今すぐ薬を買いなさい。' }], lines)).toHaveLength(1);
  });

  it('finds a sentence that minutes of silence break in two', () => {
    const lines = [line(0, 'and the winner of this'), line(600_000, 'evening is the blue team')];
    expect(
      unfoundedSentences([{ startMs: 0, text: 'And the winner of this evening is the blue team.' }], lines),
    ).toEqual([]);
  });

  it('finds nothing in an empty transcript', () => {
    expect(unfoundedSentences([{ startMs: 0, text: 'Anything.' }], [])).toHaveLength(1);
  });
});
