import fc from 'fast-check';
import { DomainError } from '@precis/runtime/domain-error';
import { LONGEST_VIDEO_MS } from '../../transcripts/cue-times.js';
import type { SummaryInput, SummaryOutput } from '../summary-engine.js';
import { ExtractiveEngine } from './extractive.engine.js';
import { UNSPACED } from './spoken-words.js';

const engine = new ExtractiveEngine();
const WORDS = [
  'water',
  'flows',
  'the',
  'and',
  'so',
  'River.',
  'down',
  '>>',
  '[Music]',
  'uh',
  '水が',
  'جبل',
  'Dr.',
  'ß',
  'why?',
  '—',
  '(',
  '😀',
  "it's",
  '3.5',
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(' ')) },
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const time = fc.oneof(
  { weight: 5, arbitrary: fc.nat(7_200_000) },
  fc.constantFrom(NaN, Infinity, -Infinity, -5, 0.7, 1e300),
);
const input: fc.Arbitrary<SummaryInput> = fc.record({
  segments: fc.array(fc.record({ startMs: time, durationMs: time, text }), { maxLength: 60 }),
  language: fc.constantFrom('en', 'ja', 'ar', 'xx', 'de-CH'),
  isGenerated: fc.boolean(),
  length: fc.constantFrom('short' as const, 'auto' as const, 'detail' as const),
  focus: fc.option(fc.string(), { nil: undefined }),
});

/** A case that a random run found: two sentences that become equal after tidying. */
const sameBehindADash: SummaryInput = {
  segments: [{ startMs: 0, durationMs: 0, text: '— — River. River.' }],
  language: 'en',
  isGenerated: false,
  length: 'short',
  focus: undefined,
};

/** The dash is left out after this many marks, but not the space before it. */
const behindALeftOutMark: SummaryInput = {
  segments: [{ startMs: 0, durationMs: 0, text: 'water flows )))) -水' }],
  language: 'ja',
  isGenerated: false,
  length: 'short',
  focus: undefined,
};

async function summarise(given: SummaryInput): Promise<SummaryOutput | null> {
  try {
    return await engine.summarise(given, new AbortController().signal);
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    return null;
  }
}

/** Lines of a script without spaces are joined. */
const BETWEEN_WORDS = new RegExp(`[\\s<>[\\]()]+|(?<=${UNSPACED.source})`);

/** Keeps letters and digits only, which tidying must not change. */
function spoken(words: string): string {
  return words
    .toWellFormed()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

describe('for any transcript the engine', () => {
  it('cites each sentence of the summary at most once, in the order and within the length of the video', async () => {
    await fc.assert(
      fc.asyncProperty(input, async (given) => {
        const output = await summarise(given);
        if (!output) return;
        const starts = output.sentences.map((sentence) => sentence.startMs);
        const clipped = given.segments.map(({ startMs, durationMs }) =>
          [startMs, durationMs].map((ms) =>
            Number.isFinite(ms) ? Math.min(Math.max(Math.trunc(ms), 0), LONGEST_VIDEO_MS) : 0,
          ),
        );
        const ends = clipped.map(([startMs, durationMs]) => startMs + durationMs);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
        expect(starts.every((ms) => Number.isInteger(ms) && ms >= 0 && ms <= Math.max(...ends))).toBe(true);
        expect(new Set(output.sentences.map((sentence) => sentence.text)).size).toBe(output.sentences.length);
        for (const sentence of output.sentences) expect(output.summary).toContain(sentence.text);
        if (given.length === 'short') expect(output.sentences.length).toBeLessThanOrEqual(3);
        expect(output.summary.isWellFormed()).toBe(true);
      }),
      { numRuns: 300, examples: [[sameBehindADash]] },
    );
  });

  it('uses only words of the transcript', async () => {
    await fc.assert(
      fc.asyncProperty(input, async (given) => {
        const output = await summarise(given);
        const said = new Set(
          given.segments.flatMap((segment) => segment.text.toWellFormed().split(/[\s<>[\]()]+/)).map(spoken),
        );
        for (const { text: sentence } of output?.sentences ?? []) {
          for (const word of sentence.split(BETWEEN_WORDS))
            expect([...said].some((other) => other.includes(spoken(word)))).toBe(true);
        }
      }),
      { numRuns: 150, examples: [[behindALeftOutMark]] },
    );
  });

  it('refuses only a transcript in which nothing is said', async () => {
    const line = fc.record({
      startMs: fc.nat(1e6),
      durationMs: fc.nat(9000),
      text: fc.constantFrom('water flows down', 'the river', 'stones'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 40 }), async (segments) => {
        expect(await summarise({ segments, language: 'en', isGenerated: true, length: 'auto' })).not.toBeNull();
      }),
    );
  });
});
