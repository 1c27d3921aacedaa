import { DomainError } from '@precis/runtime/domain-error';
import type { SummaryWarning } from '../engines/summary-engine.js';

/** The most words of a transcript (SUM-10): more than 20 hours of speech. */
export const MOST_WORDS = 200_000;
/** Real caption lines are far shorter. A longer line would no longer show when something was said. */
export const MOST_LINE_CHARS = 5_000;

/** `place` is our text: a line number or the position of a segment, never a word of the transcript. */
export function notReadable(place: string, why: string): DomainError {
  return new DomainError('invalid', 'transcript_invalid', `The transcript cannot be read at ${place}: ${why}.`);
}

/** The warning for a subtitle cue that was left out. `why` is our text, too. */
export function leftOut(line: number, why: string): SummaryWarning {
  return { code: 'cue_left_out', field: 'transcript', detail: `line ${line}: ${why}` };
}

/** For a file without any cue. */
export function noSubtitles(): DomainError {
  return notReadable('line 1', 'this is neither SubRip nor WebVTT');
}

/** For a supplied transcript without a word, or without a sentence for a summary. */
export function saysNothing(): DomainError {
  return new DomainError('invalid', 'transcript_empty', 'The transcript says nothing that could be summarised.');
}

/** Counts the words of a transcript while it is read, so that reading stops at the limit. Texts have single spaces. */
export class WordCount {
  private words = 0;

  add(text: string, place: string): void {
    this.words += 1;
    for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) this.words += 1;
    if (this.words > MOST_WORDS)
      throw new DomainError(
        'invalid',
        'transcript_too_long',
        `A transcript may have at most ${MOST_WORDS} words; this one has more at ${place}.`,
      );
  }
}
