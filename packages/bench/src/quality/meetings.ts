import type { TranscriptSegment } from '@precis/summarisation/transcripts/captions';

/** A meeting of QMSum: its turns, and the summaries that people wrote of it. */
export interface Meeting {
  turns: string[];
  references: string[];
}

/** `spoken` imitates automatic captions: lower case, no punctuation. */
export const FORMS = ['punctuated', 'spoken'] as const;
export type Form = (typeof FORMS)[number];

const WORD_MS = 400;

/** Reads the meetings from the text of one of QMSum's .jsonl files. */
export function meetingsOf(lines: string): Meeting[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const row = JSON.parse(line) as {
        meeting_transcripts: { content: string }[];
        general_query_list: { answer: string }[];
      };
      return {
        turns: row.meeting_transcripts.map((turn) => written(turn.content)),
        references: row.general_query_list.map((query) => query.answer),
      };
    });
}

/** The turns in this form, without turns that consist only of sounds. */
export function turnsIn(meeting: Meeting, form: Form): string[] {
  return meeting.turns
    .map((turn) =>
      form === 'spoken'
        ? turn
            .toLowerCase()
            .replace(/[.,?!;:"]/g, '')
            .trim()
        : turn,
    )
    .filter((turn) => turn !== '');
}

/** The turns as caption lines at 150 words a minute, each marked as a new speaker's. */
export function asSegments(turns: readonly string[]): TranscriptSegment[] {
  let nowMs = 0;
  return turns.map((turn) => {
    const startMs = nowMs;
    const durationMs = turn.split(' ').length * WORD_MS;
    nowMs += durationMs;
    return { startMs, durationMs, text: `>> ${turn}` };
  });
}

/** Restores the text: the corpus is tokenised ("I 'm fine , too .") and marks sounds as {vocalsound}. */
function written(content: string): string {
  return content
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\s+([.,?!;:%])/g, '$1')
    .replace(/\s+n't/g, "n't")
    .replace(/\s+'\s*/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}
