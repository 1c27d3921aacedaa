import { type SuppliedToRead, suppliedIn } from './supplied-transcript.js';

const MB = 1_000_000;
const subtitles = (text: string): SuppliedToRead => ({ kind: 'subtitles', bytes: new TextEncoder().encode(text) });
const segments = (list: object[]): SuppliedToRead => ({
  kind: 'segments',
  bytes: new TextEncoder().encode(JSON.stringify(list)),
});
const many = (segment: (at: number) => object) => segments(Array.from({ length: 50_000 }, (_, at) => segment(at)));
const cues = (arrow: string, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const [minute, second] = [Math.floor(at / 60) % 60, at % 60].map((part) => String(part).padStart(2, '0'));
    return `${at + 1}\n00:${minute}:${second},000 ${arrow} 00:${minute}:${second},900\nThe lock keeper opens the gate.\n`;
  }).join('\n');

/** The number of bytes of a transcript that `read` decodes. */
function decodedOf(read: () => unknown): number {
  const decode = jest.spyOn(TextDecoder.prototype, 'decode');
  expect(read).toThrow(expect.objectContaining({ code: 'transcript_invalid' }));
  return decode.mock.calls.reduce((sum, [bytes]) => sum + (bytes as Uint8Array).length, 0);
}

describe('the first cues of a long transcript (SUM-10, LIMIT-13)', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['invalid times', subtitles(`1\n99:99 --> x\n${'a'.repeat(4.8 * MB)}`)],
    ['no line with times', subtitles('a\n'.repeat(2.4 * MB))],
    ['only a header', subtitles(`WEBVTT\n\nNOTE\n${'word '.repeat(0.9 * MB)}`)],
    ['one segment without an end', segments([{ startSeconds: 0, text: 'a'.repeat(4.8 * MB) }])],
    ['segments before the beginning', many((at) => ({ startSeconds: -1 - at, text: 'said' }))],
    ['segments without a start', many(() => ({ text: 'said' }))],
  ])('are checked before the rest is read: %s', (_, hostile) => {
    expect(decodedOf(() => suppliedIn(hostile))).toBeLessThanOrEqual(100_000);
  });

  it.each([
    ['SubRip', subtitles(cues('-->', 2_000))],
    ['segments', many((at) => ({ startSeconds: at, text: 'said },{ here' }))],
    [
      'segments, the first one without a start',
      segments([
        { text: 'a },{ b' },
        ...Array.from({ length: 5_000 }, (_, at) => ({ startSeconds: at, text: 'said' })),
      ]),
    ],
  ])('do not replace the check of the rest of %s', (_, { kind, bytes }) => {
    const decode = jest.spyOn(TextDecoder.prototype, 'decode');
    try {
      suppliedIn({ kind, bytes });
    } catch (error) {
      // Checked cue by cue, and therefore decoded as a whole.
      expect(error).toMatchObject({ code: 'transcript_invalid' });
    }
    expect(decode.mock.calls.some(([given]) => (given as Uint8Array).length === bytes.length)).toBe(true);
  });
});
