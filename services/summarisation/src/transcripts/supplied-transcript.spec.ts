import { segmentsOf } from './captions.js';
import { suppliedIn } from './supplied-transcript.js';

const read = (segments: unknown) =>
  suppliedIn({ kind: 'segments', bytes: new TextEncoder().encode(JSON.stringify(segments)) });
const text = 'The lock lifts a boat.';

describe('a transcript of the caller (SUM-10)', () => {
  it('of segments may come in any order, with an end, a duration or neither', () => {
    const { language, ...captions } = read([
      { startSeconds: 9.5, text: 'and it is the last.' },
      { startSeconds: 4, endSeconds: 6.25, text: ' It has <b>two</b> gates. ' },
      { startSeconds: 0, durationSeconds: 2, text },
      { startSeconds: 7, text: 'This one lasts until the next.' },
      { startSeconds: 8, text: '' },
    ]);
    expect(language).toBe('en');
    expect(segmentsOf(captions)).toEqual([
      { startMs: 0, durationMs: 2_000, text },
      { startMs: 4_000, durationMs: 2_250, text: 'It has two gates.' },
      { startMs: 7_000, durationMs: 2_500, text: 'This one lasts until the next.' },
      { startMs: 9_500, durationMs: 2_000, text: 'and it is the last.' },
    ]);
  });

  it.each([
    ['without a start', { text }],
    ['that begins before 0', { startSeconds: -0.001, text }],
    ['that begins after seven days', { startSeconds: 604_801, text }],
    ['that ends after seven days', { startSeconds: 0, durationSeconds: 1e300, text }],
    ['that ends before it begins', { startSeconds: 5, endSeconds: 4, text }],
    ['of a negative length', { startSeconds: 5, durationSeconds: -1, text }],
    ['of 5,001 characters', { startSeconds: 5, text: 'x'.repeat(5_001) }],
  ])('is refused for a segment %s, by its place', (_, segment) => {
    expect(() => read([{ startSeconds: 0, text }, segment])).toThrow('at segment 1 (the first is 0):');
    expect(() => read([{ startSeconds: 0, text }, segment])).toThrow(
      expect.objectContaining({ kind: 'invalid', code: 'transcript_invalid' }),
    );
  });

  it.each([
    ['no segment', []],
    ['segments without a word', [{ startSeconds: 0, text: ' <i></i> ' }]],
  ])('is empty with %s', (_, segments) => {
    expect(() => read(segments)).toThrow(expect.objectContaining({ kind: 'invalid', code: 'transcript_empty' }));
  });

  it('is empty when its subtitles are white space or have no words', () => {
    for (const subtitles of [' \n', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\n']) {
      expect(() => suppliedIn({ kind: 'subtitles', bytes: new TextEncoder().encode(subtitles) })).toThrow(
        expect.objectContaining({ kind: 'invalid', code: 'transcript_empty' }),
      );
    }
  });

  it('of 200,000 words is taken, of one more is not', () => {
    const segments = Array.from({ length: 20_000 }, (_, at) => ({ startSeconds: at, text: 'a b c d e f g h i j' }));
    expect(read(segments).json.length).toBeGreaterThan(0);
    expect(() => read([...segments, { startSeconds: 0, text: 'k' }])).toThrow(
      expect.objectContaining({ kind: 'invalid', code: 'transcript_too_long' }),
    );
  });
});
