import { DomainError } from '@precis/runtime/domain-error';
import type { SummaryWarning } from '../engines/summary-engine.js';

/** As many words as a transcript may have (SUM-10): more than 20 hours of speech. */
export const MOST_WORDS = 200_000;
/** No line of captions is nearly as long: one that long says no more where it was said. */
export const MOST_LINE_CHARS = 5_000;

/** `place` is ours: a line or the position of a segment, never a word of the transcript. */
export function notReadable(place: string, why: string): DomainError {
  return new DomainError('invalid', 'transcript_invalid', `The transcript cannot be read at ${place}: ${why}.`);
}

/** The warning for a cue of subtitles that was left out. `why` is a text of ours, too. */
export function leftOut(line: number, why: string): SummaryWarning {
  return { code: 'cue_left_out', field: 'transcript', detail: `line ${line}: ${why}` };
}

/** For a file without any cue. */
export function noSubtitles(): DomainError {
  return notReadable('line 1', 'this is neither SubRip nor WebVTT');
}

export function saysNothing(): DomainError {
  return new DomainError('invalid', 'transcript_empty', 'The transcript says nothing that could be summarised.');
}

/** Counts the words of a transcript as it is read, so that no more of it is read than may be. Texts have single spaces. */
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
