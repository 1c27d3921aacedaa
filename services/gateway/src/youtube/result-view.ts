import { type Result, SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import type { z } from 'zod';
import type { summarised, SummaryTypeWord } from './youtube.schemas.js';

const TYPES: Record<SummaryTypeWord, SummaryType> = {
  auto: SummaryType.SUMMARY_TYPE_AUTO,
  short: SummaryType.SUMMARY_TYPE_SHORT,
  detail: SummaryType.SUMMARY_TYPE_DETAIL,
};

/** The public API's default is auto (decisions 23). */
export function summaryTypeOf(word: SummaryTypeWord = 'auto'): SummaryType {
  return TYPES[word];
}

/** A result as the API shows it: nothing of the result that this does not name leaves the house. */
export function resultView(result: Result): z.output<typeof summarised> {
  const [word] = Object.entries(TYPES).find(([, type]) => type === result.summaryType) ?? ['auto'];
  return {
    success: true,
    data: {
      video_id: result.videoId,
      title: result.title,
      transcript_length: result.transcriptLength,
      summary: result.summary,
      summary_type: word as SummaryTypeWord,
      sentences: result.sentences.map(({ startMs, text }) => ({ start_seconds: startMs / 1000, text })),
      language: result.language,
      engine: result.engine,
      duration_seconds: result.durationSeconds || null,
      focus_applied: result.focusApplied,
    },
  };
}
