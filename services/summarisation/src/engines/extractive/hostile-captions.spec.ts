import { verifySentences } from '../../verification/verify-sentences.js';
import type { SummaryLength } from '../../results/parameters.rule.js';
import { ExtractiveEngine } from './extractive.engine.js';
import { candidates } from './candidates.js';
import { MAX_UNIT_CHARS, unitsOf } from './units.js';
import { indexTerms, lexiconOf } from './terms.js';
import { cleanTranscript } from './clean-transcript.js';
import { spokenWords } from './spoken-words.js';

const LINE_WORDS = 10;

function captions(count: number, word: (at: number) => string) {
  return Array.from({ length: Math.ceil(count / LINE_WORDS) }, (_, line) => ({
    startMs: line * 3000,
    durationMs: 3000,
    text: Array.from({ length: LINE_WORDS }, (_, at) => word(line * LINE_WORDS + at)).join(' '),
  }));
}

async function summarised(segments: ReturnType<typeof captions>, length: SummaryLength = 'detail') {
  const output = await new ExtractiveEngine().summarise(
    { segments, language: 'en', isGenerated: true, length, focus: 'dashes and words' },
    new AbortController().signal,
  );
  return { output, segments };
}

const letters = (at: number) => at.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]);

/** A different accent in each line: a line that repeats the one before would be left out. */
const accent = (at: number) => String.fromCharCode(0x0300 + ((at * at) % 97));

describe('hostile captions', () => {
  it.each([
    ['every second word is 99 dashes', (at: number) => (at % 2 ? '-'.repeat(99) : `word${at % 500}`)],
    ['each word drags 99 marks behind it', (at: number) => `a${at % 90}${'!'.repeat(96)}`],
    ['each word is 100 characters long', (at: number) => letters(at % 900).padStart(100, 'ab')],
    ['dashes come one by one', (at: number) => (at % 8 ? '-' : `word${at % 300}`)],
    ['accents come one by one', (at: number) => (at % 2_000 ? accent(at) : `word${at}`)],
    ['accents and full stops take turns', (at: number) => (at % 2_000 ? `.${accent(at)}` : `word${at}`)],
  ])('cannot make a summary or a sentence long: %s', async (_, word) => {
    const { output, segments } = await summarised(captions(20_000, word));
    expect(output.summary.length).toBeLessThan(30_000);
    for (const sentence of output.sentences) expect(sentence.text.length).toBeLessThanOrEqual(MAX_UNIT_CHARS + 10);
    const verdicts = verifySentences(output.sentences, cleanTranscript(segments), 'en', 1e9);
    expect(verdicts.filter(({ reasons }) => reasons.length > 0)).toEqual([]);
  });

  it('cannot make the stemmer work on more than 20,000 words', () => {
    let stemmed = 0;
    const lexicon = { ...lexiconOf('en'), stem: (word: string) => ((stemmed += 1), word) };
    const units = captions(200_000, (at) => `${letters(at)}ing`).map(({ text }) => ({ words: text.split(' ') }));
    const { idOf } = indexTerms(units, lexicon);
    expect(stemmed).toBeLessThanOrEqual(20_000);
    expect(idOf.size).toBeGreaterThan(10_000);
  });

  it.each([
    ['500,000 words', captions(510_000, (at) => `w${at}`)],
    ['4,000,000 characters', captions(42_000, (at) => `${letters(at)}`.padStart(99, 'x'))],
    ['4,000,000 characters of one line', [{ startMs: 0, durationMs: 1, text: 'water flows '.repeat(600_000) }]],
  ])('are read up to %s', (_, segments) => {
    const words = cleanTranscript(segments).flatMap((line) => line.words);
    expect(words.length).toBeLessThanOrEqual(500_000);
    expect(words.reduce((sum, word) => sum + word.length + 1, 0)).toBeLessThanOrEqual(4_000_001);
    expect(words.length).toBeGreaterThan(35_000);
  });

  it('cannot add more than 20,000 units to the choice, and the units kept are spread over the whole video', () => {
    const words = spokenWords(
      captions(200_000, (at) => `${letters(at)}.`),
      'en',
      () => false,
    );
    const units = unitsOf(words, 'en');
    const ids = candidates(units);
    expect(units.length).toBeGreaterThan(150_000);
    expect(ids.length).toBeLessThanOrEqual(20_000);
    expect(ids.at(-1)).toBeGreaterThan(units.length * 0.99);
  });

  it.each([
    ['200,000 different words', (at: number) => `${letters(at)}ing`],
    ['200,000 sentences of one word', (at: number) => `${letters(at % 50_000)}.`],
    ['one word 200,000 times', () => 'water'],
  ])('still become a short summary: %s', async (_, word) => {
    expect((await summarised(captions(200_000, word))).output.summary.length).toBeLessThan(30_000);
  });
});
