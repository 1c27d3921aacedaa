import { DomainError } from '@precis/runtime/domain-error';
import { segmentsOf } from './captions.js';
import { suppliedIn } from './supplied-transcript.js';

const CODES = ['transcript_invalid', 'transcript_too_long', 'transcript_empty'];
const PIECES = [
  'WEBVTT\n\n',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  ' --> ',
  '-->',
  '00:00:01,000 --> 00:00:02,000\n',
  '00:01.000 --> 00:09.000 align:start\n',
  '1\n',
  'NOTE x\n',
  'STYLE\n',
  '<v A>',
  '</v>',
  '<c>',
  '<',
  '>',
  '<<<<',
  '&amp;',
  '&#0;',
  '&lt;i>',
  '\0',
  '\ud800',
  '\u202e',
  '\ufeff',
  'The lock lifts boats. ',
  'and ',
  '運河です。',
  '🚤',
  '{\\an8}',
  '9'.repeat(30),
  '-1:00',
  'NaN',
  '[Music]',
  '\t',
  '♪',
];

/** The same random numbers in every run. */
function* numbers(seed: number): Generator<number> {
  for (;;) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    yield seed / 2 ** 32;
  }
}

function read(kind: 'segments' | 'subtitles', text: string): ReturnType<typeof suppliedIn> | string {
  try {
    return suppliedIn({ kind, bytes: new TextEncoder().encode(text) });
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    return error.code;
  }
}

/** Expects sorted captions within a video, without markup, or one of the three refusals. */
function expectSound(outcome: ReturnType<typeof read>): void {
  if (typeof outcome === 'string') return expect(CODES).toContain(outcome);
  let untilMs = 0;
  for (const { startMs, durationMs, text } of segmentsOf(outcome)) {
    expect(startMs).toBeGreaterThanOrEqual(untilMs);
    expect(durationMs).toBeGreaterThanOrEqual(0);
    untilMs = startMs;
    expect(text.isWellFormed() && text.trim() === text && text !== '' && !/[\0\r\n]/.test(text)).toBe(true);
  }
}

const RUNS = process.env.FULL ? 1_000_000 : 1_500;

describe('a hostile transcript', () => {
  it('of random pieces of subtitles is read as valid captions or refused with an expected error code', () => {
    const random = numbers(7);
    const below = (limit: number) => Math.floor(random.next().value! * limit);
    for (let run = 0; run < RUNS; run += 1) {
      const text = Array.from({ length: below(30) }, () => PIECES[below(PIECES.length)]).join('');
      expectSound(read('subtitles', text));
    }
  });

  it('of segments with any times and texts is read as valid captions or refused with an expected error code', () => {
    const random = numbers(8);
    const below = (limit: number) => Math.floor(random.next().value! * limit);
    const times = [0, -1, 5e-324, 1e308, -1e308, 1.5, 604_800, 604_801, 3, 2, undefined];
    const time = () => times[below(times.length)];
    for (let run = 0; run < RUNS; run += 1) {
      const segments = Array.from({ length: below(8) }, () => ({
        startSeconds: time(),
        endSeconds: time(),
        durationSeconds: time(),
        text: PIECES[below(PIECES.length)] + PIECES[below(PIECES.length)],
      }));
      expectSound(read('segments', JSON.stringify(segments)));
    }
  });

  it.each([
    ['brackets', '<'.repeat(49_000)],
    ['arrows', '-->'.repeat(1_600_000)],
    ['empty lines', '\n'.repeat(4_900_000)],
    ['spaces', `${' '.repeat(4_900_000)}-->`],
    ['carriage returns', '\r'.repeat(4_900_000)],
    ['tiny cues', '0:0-->0:0\nx\n'.repeat(400_000)],
    ['cues of many lines', `0:0-->0:1\n${'a\n'.repeat(20_000)}`.repeat(100)],
    ['lines of a space', `WEBVTT\n\n${`0:0-->0:1\n${' \n'.repeat(24_000)}`.repeat(100)}`],
    ['entities', `0:0-->0:1\n${'&amp;'.repeat(900)}\n`.repeat(1_000)],
    ['digits', '1'.repeat(4_900_000)],
    ['one line of text', 'x '.repeat(2_400_000)],
  ])('of 5 MB of %s is read as valid captions or refused with an expected error code', (_, text) => {
    expectSound(read('subtitles', text));
  });
});
