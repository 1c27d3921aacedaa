import { DomainError } from '@precis/runtime/domain-error';
import fc from 'fast-check';
import { ExtractiveEngine } from '../engines/extractive/extractive.engine.js';
import type { CitedSentence } from '../engines/summary-engine.js';
import { DEMO_VIDEOS, demoTranscript } from '../videos/demo/demo-catalogue.js';
import type { TranscriptSegment } from '../transcripts/captions.js';
import { cleanTranscript } from '../engines/extractive/clean-transcript.js';
import { verifySentences } from '../verification/verify-sentences.js';

const WORDS =
  'the lock gate water rises boat summit Milan 1497 isn’t well-known Dr. litres, chamber; um okay so but Ölfass İstanbul ısı straße naïve 120,000 said?'.split(
    ' ',
  );
const ASIAN = '運河の船は象三頭と同じ重さですしかし一人で持ち上げられます。水門が閉まる、ประตูน้ำเปิดแล้ว'.split('');

const latin = fc
  .array(fc.constantFrom(...WORDS, 'gate.', 'water!', '[Music]', '>>', '<i>so</i>', '&gt;&gt;', '\u0000', '\ud800'), {
    maxLength: 25,
  })
  .map((words) => words.join(' '));
const unspaced = fc.array(fc.constantFrom(...ASIAN), { maxLength: 40 }).map((signs) => signs.join(''));

/** Captions as sources give them: sorted; pauses, overlaps, missing durations and rolling repetition included. */
const captions = (text: fc.Arbitrary<string>) =>
  fc
    .array(
      fc.record({
        gapMs: fc.constantFrom(0, 10, 900, 4_000, 300_000),
        durationMs: fc.constantFrom(0, 700, 4_000, 60_000),
        text,
        rolls: fc.boolean(),
      }),
      { minLength: 1, maxLength: 120 },
    )
    .map((lines) => {
      let startMs = 0;
      return lines.map((line, at) => {
        startMs += line.gapMs;
        return {
          startMs,
          durationMs: line.durationMs,
          text: line.rolls && at > 0 ? `${lines[at - 1].text} ${line.text}` : line.text,
        };
      });
    });

async function sentencesOf(
  segments: { startMs: number; durationMs: number; text: string }[],
  language: string,
  length: 'short' | 'auto' | 'detail',
) {
  const input = { segments, language, length, isGenerated: true };
  return new ExtractiveEngine().summarise(input, new AbortController().signal).then(
    ({ sentences }) => sentences,
    (error: unknown) => {
      if (error instanceof DomainError && error.code === 'transcript_empty') return [];
      throw error;
    },
  );
}

function unsupported(sentences: CitedSentence[], segments: TranscriptSegment[], language: string) {
  return verifySentences(sentences, cleanTranscript(segments), language, 1e9)
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ sentence, reasons, evidence }) => ({ text: sentence.text, reasons, said: evidence }));
}

describe('citations of the extractive engine', () => {
  it.each([
    ['words', latin, 'en'],
    ['scripts without spaces', unspaced, 'ja'],
  ])('are supported by captions of any kind in %s', async (_, text, language) => {
    await fc.assert(
      fc.asyncProperty(captions(text), fc.constantFrom('short', 'auto', 'detail'), async (segments, length) => {
        expect(unsupported(await sentencesOf(segments, language, length), segments, language)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('are supported when the speaker stutters over a negation', async () => {
    const said = 'The keeper says that the boat but isn’t but isn’t too long for the old chamber of the lock at Milan.';
    const segments = [{ startMs: 0, durationMs: 9_000, text: said }];
    const [sentence] = await sentencesOf(segments, 'en', 'short');
    expect(sentence.text).toContain('boat but isn’t too long');
    expect(unsupported([sentence], segments, 'en')).toEqual([]);
  });

  it('are supported when one of two stutters stays in the sentence and the other, over a negation, does not', async () => {
    const segments = ['okay well-known', 'okay well-known the isn’t', 'the isn’t İstanbul'].map((text) => ({
      startMs: 0,
      durationMs: 0,
      text,
    }));
    const sentences = await sentencesOf(segments, 'en', 'short');
    expect(sentences.map(({ text }) => text)).toEqual(['Well-known okay well-known the isn’t İstanbul.']);
    expect(unsupported(sentences, segments, 'en')).toEqual([]);
  });

  it('are supported when a speaker who stutters begins with the last word of the speaker before', async () => {
    const segments = ['>> the', '>> the but isn’t', 'but isn’t', 'the'].map((text) => ({
      startMs: 0,
      durationMs: 0,
      text,
    }));
    const sentences = await sentencesOf(segments, 'en', 'short');
    expect(sentences.map(({ text }) => text)).toContain('The but isn’t the.');
    expect(unsupported(sentences, segments, 'en')).toEqual([]);
  });

  it('never rest on a sign that is no letter: such captions say nothing', async () => {
    expect(await sentencesOf([{ startMs: 0, durationMs: 0, text: '\u0e39' }], 'th', 'short')).toEqual([]);
  });

  it.each(DEMO_VIDEOS.filter(({ outcome }) => outcome === 'ok').map(({ videoId }) => videoId))(
    'are all borne out on the demo video %s, and end after they begin',
    async (videoId) => {
      const transcript = await demoTranscript(videoId);
      if (!transcript) throw new Error(`${videoId} has no transcript`);
      for (const length of ['short', 'auto', 'detail'] as const) {
        const sentences = await sentencesOf(transcript.segments, transcript.language, length);
        expect(sentences.length).toBeGreaterThan(1);
        expect(unsupported(sentences, transcript.segments, transcript.language)).toEqual([]);
        for (const { startMs, endMs = 0 } of sentences) {
          expect(endMs).toBeGreaterThan(startMs);
          expect(endMs - startMs).toBeLessThan(60_000);
        }
      }
    },
  );
});
