import type { Result } from '@precis/proto/summarisation/v1/summarisation';

/** A stored result of a two-minute video as summarisation answers it; `words` overrides fields. */
export function storedResult(words: Partial<Result> = {}): Result {
  return {
    resultRef: 'ref-1',
    videoId: 'precisDemo1',
    title: 'How locks work',
    transcriptLength: 1_000,
    summary:
      'A lock lifts boats. It has two gates.\n\n- [00:05] The keeper opens the lower gate at 10:30.\n- [01:10] Water runs in.',
    sentences: [
      { startMs: 1_500, endMs: 5_000, text: 'A lock lifts boats.' },
      { startMs: 5_000, endMs: 9_000, text: 'The keeper opens the lower gate at 10:30.' },
      { startMs: 70_250, endMs: 0, text: 'Water runs in.' },
      { startMs: 90_000, endMs: 95_000, text: 'It has two gates.' },
    ],
    summaryType: 1,
    language: 'en',
    engine: 'extractive',
    focusApplied: false,
    durationSeconds: 120,
    chapters: [
      { startMs: 0, endMs: 60_000, title: 'Gates', source: 'creator' },
      { startMs: 60_000, endMs: 120_000, title: 'Water', source: 'lexical' },
    ],
    warnings: [],
    notCovered: [{ startMs: 36_000, endMs: 48_000 }],
    droppedSentences: 0,
    focusReason: '',
    transcriptSource: 'youtube',
    ...words,
  };
}
