/** Reads meetings of the QMSum corpus as transcripts. Used by the quality test alone; the corpus is not part of the repository. */
import type { TranscriptSegment } from '../summary-engine.js';

/** A meeting's turns and the summaries that people wrote of the whole of it. */
export interface Meeting {
  turns: string[];
  references: string[];
}

const WORD_MS = 400;

/** `lines` is the text of one of its .jsonl files. */
export function meetings(lines: string): Meeting[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const row = JSON.parse(line) as {
        meeting_transcripts: { content: string }[];
        general_query_list: { answer: string }[];
      };
      return {
        turns: row.meeting_transcripts.map((turn) => joined(turn.content)),
        references: row.general_query_list.map((query) => query.answer),
      };
    });
}

/** The turns as caption lines; `spoken` as automatic captions write them: lower case, no punctuation. */
export function asSegments(meeting: Meeting, form: 'punctuated' | 'spoken'): TranscriptSegment[] {
  let nowMs = 0;
  return meeting.turns.map((turn) => {
    const text = form === 'spoken' ? turn.toLowerCase().replace(/[.,?!;:"]/g, '') : turn;
    const startMs = nowMs;
    const durationMs = text.split(' ').length * WORD_MS;
    nowMs += durationMs;
    return { startMs, durationMs, text: `>> ${text}` };
  });
}

/** The corpus is tokenised ("I 'm fine , too .") and marks sounds as {vocalsound}. */
function joined(content: string): string {
  return content
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\s+([.,?!;:%])/g, '$1')
    .replace(/\s+n't/g, "n't")
    .replace(/\s+'\s*/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}
