import { segmentsOf } from './captions.js';
import { suppliedIn } from './supplied-transcript.js';

const read = (segments: unknown) =>
  suppliedIn({ kind: 'segments', bytes: new TextEncoder().encode(JSON.stringify(segments)) });
const text = 'The lock lifts a boat.';

describe('a transcript of the caller (SUM-10)', () => {
  it('may have segments in any order, with an end, a duration or neither', () => {
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
  ])('is refused for a segment %s, and the error names its position', (_, segment) => {
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

  it('is empty if its subtitles are white space or have no words', () => {
    for (const subtitles of [' \n', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\n']) {
      expect(() => suppliedIn({ kind: 'subtitles', bytes: new TextEncoder().encode(subtitles) })).toThrow(
        expect.objectContaining({ kind: 'invalid', code: 'transcript_empty' }),
      );
    }
  });

  it('of 200,000 words is accepted, one of 200,001 words is not', () => {
    const segments = Array.from({ length: 20_000 }, (_, at) => ({ startSeconds: at, text: `a b c d e f g h i ${at}` }));
    expect(read(segments).json.length).toBeGreaterThan(0);
    expect(() => read([...segments, { startSeconds: 0, text: 'k' }])).toThrow(
      expect.objectContaining({ kind: 'invalid', code: 'transcript_too_long' }),
    );
  });

  it('of subtitles has the same limit, and repeated words of cues do not count', () => {
    const cue = (_: unknown, at: number) =>
      `${Math.floor(at / 60)}:${at % 60}:00 --> ${Math.floor(at / 60)}:${at % 60}:59\n${'w '.repeat(99)}${at}`;
    const file = Array.from({ length: 2_000 }, cue).join('\n\n');
    const readFile = (text: string) => suppliedIn({ kind: 'subtitles', bytes: new TextEncoder().encode(text) });
    expect(segmentsOf(readFile(`${file}\n\n33:19:59 --> 33:20:01\n${'w '.repeat(99)}1999`))).toHaveLength(2_000);
    expect(() => readFile(`${file}\n\n99:00:00,0 --> 99:00:01,0\nmore`)).toThrow(
      expect.objectContaining({ kind: 'invalid', code: 'transcript_too_long' }),
    );
  });

  it('is refused with a hint when its times only make sense as milliseconds', () => {
    const segments = [1_000, 6_000, 11_000, 16_000].map((startSeconds) => ({
      startSeconds,
      endSeconds: startSeconds + 4_500,
      text: 'The water then has only one way out and that way leads under the wheel.',
    }));
    for (const wrong of [segments, [{ startSeconds: 700_000, text }]])
      expect(() => read(wrong)).toThrow(expect.objectContaining({ message: expect.stringContaining('milliseconds') }));
    const notes = [0, 600, 1_200, 1_800].map((startSeconds) => ({ startSeconds, text: 'The gate opens' }));
    expect(segmentsOf(read(notes.map((note, at) => ({ ...note, text: `${note.text} again ${at}` }))))).toHaveLength(4);
  });

  it('is read when each of its segments is a minute of speech in a script without spaces (SUM-25)', () => {
    const paragraph = '水門の番人は下の門を開けて船を部屋に入れます'.repeat(20);
    const minutes = [0, 200, 400].map((startSeconds, at) => ({ startSeconds, text: `${paragraph}${'一二三'[at]}` }));
    expect(segmentsOf(read(minutes))).toHaveLength(3);
    const captions = [0, 2_500, 5_000, 7_500].map((startSeconds, at) => ({
      startSeconds,
      text: `水門の番人は下の門を開けて船${'一二三四'[at]}`,
    }));
    expect(() => read(captions)).toThrow(expect.objectContaining({ message: expect.stringContaining('milliseconds') }));
  });
});
