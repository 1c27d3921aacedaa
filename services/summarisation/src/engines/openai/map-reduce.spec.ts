import { readVideo } from './map-reduce.js';
import type { SummaryCalls } from './model-calls.js';
import { ModelFailed } from './model-failed.js';
import type { Question } from './prompt.js';
import { blocksOf } from './transcript-blocks.js';

const calls = (): SummaryCalls => ({
  signal: new AbortController().signal,
  untilMs: Infinity,
  tokensLeft: 10_000_000,
});
const segments = (count: number) =>
  Array.from({ length: count }, (_, nr) => ({
    startMs: nr * 25_000,
    durationMs: 25_000,
    text: `words number ${nr} `.repeat(40),
  }));
const sentence = (text: string) => ({ text, fromMs: 0, toMs: 0 });
const asked = { length: 'auto' as const, language: 'en' };

/** Notes of 40 sentences each, so that many of them do not fit into one question. */
const wordy = (question: Question) => ({
  sentences: Array.from({ length: 40 }, (_, nr) => sentence(`${question.task} ${nr} ${'word '.repeat(60)}`)),
  points: [],
  chapters: [],
  focusFound: false,
});

describe('readVideo', () => {
  it('asks once when all fits into 60% of the context', async () => {
    const tasks: string[] = [];
    const ask = (question: Question) => {
      tasks.push(question.task);
      return Promise.resolve(wordy(question));
    };
    await readVideo(
      { blocks: blocksOf(segments(100)), asked, contextTokens: 128_000 },
      { ask, isOnTrial: false },
      calls(),
    );
    expect(tasks).toEqual(['whole']);
  });

  it('merges notes in groups, until they fit into one question', async () => {
    const tasks: string[] = [];
    const ask = (question: Question) => {
      tasks.push(question.task);
      const answer = wordy(question);
      return Promise.resolve(
        question.task === 'part' ? answer : { ...answer, sentences: answer.sentences.slice(0, 3) },
      );
    };
    await readVideo(
      { blocks: blocksOf(segments(600)), asked, contextTokens: 16_000 },
      { ask, isOnTrial: false },
      calls(),
    );
    expect(tasks.filter((task) => task === 'part').length).toBeGreaterThan(10);
    expect(tasks.filter((task) => task === 'merge').length).toBeGreaterThan(2);
    expect(tasks.at(-1)).toBe('merge');
  });

  it('gives up when merging does not shorten the notes', async () => {
    const ask = (question: Question) => Promise.resolve(wordy(question));
    await expect(
      readVideo({ blocks: blocksOf(segments(600)), asked, contextTokens: 16_000 }, { ask, isOnTrial: false }, calls()),
    ).rejects.toMatchObject({ code: 'too_long' });
  });

  it('begins no part after one has failed', async () => {
    let begun = 0;
    const ask = async (_: Question, { signal }: SummaryCalls) => {
      begun += 1;
      if (begun === 2) throw new ModelFailed('refused');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new ModelFailed('timed_out');
    };
    await expect(
      readVideo({ blocks: blocksOf(segments(600)), asked, contextTokens: 16_000 }, { ask, isOnTrial: false }, calls()),
    ).rejects.toMatchObject({ code: 'refused' });
    expect(begun).toBeLessThanOrEqual(5);
  });
});
