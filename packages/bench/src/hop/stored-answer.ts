import { type ResolveRequest, ResolveResponse, SummaryType } from '@precis/proto/summarisation/v1/summarisation';

const SENTENCE = 'A canal lock lifts a boat by letting water flow from the upper level into a closed chamber.';
const SENTENCES = Array.from({ length: 4 }, (_, nr) => ({
  startMs: nr * 10_000,
  endMs: (nr + 1) * 10_000,
  text: SENTENCE,
}));

/** What the gateway asks summarisation for each call of a stored summary. */
export const REQUEST: ResolveRequest = {
  url: 'https://www.youtube.com/watch?v=precisDemo1',
  parameters: { summaryType: SummaryType.SUMMARY_TYPE_AUTO, customPrompt: '', language: '' },
  urlOnly: undefined,
};
export const VIDEO_ID = 'precisDemo1';

/** A stored summary of about 1 kB, encoded once: what a hop costs does not include the work of the server. */
export const STORED_ANSWER = Buffer.from(
  ResolveResponse.encode({
    invalidCode: '',
    videoId: VIDEO_ID,
    stored: {
      resultRef: '0b9d2c1e-6a55-4a0e-9f0b-3d1f6f1f2a77',
      videoId: VIDEO_ID,
      title: 'How a canal lock lifts a boat',
      transcriptLength: 2_400,
      summary: SENTENCES.map(({ text }) => text).join(' '),
      sentences: SENTENCES,
      summaryType: SummaryType.SUMMARY_TYPE_AUTO,
      language: 'en',
      engine: 'extractive',
      focusApplied: false,
      durationSeconds: 186,
      chapters: [],
      warnings: [],
      notCovered: [],
      droppedSentences: 0,
      focusReason: '',
      transcriptSource: 'youtube',
    },
    keepMs: 0,
  }).finish(),
);
