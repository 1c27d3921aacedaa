import { lexicalChapters } from '../chapters/lexical-chapters.js';
import { spokenWords } from '../engines/extractive/spoken-words.js';
import { indexing, lexiconOf } from '../engines/extractive/terms.js';
import { unitsOf } from '../engines/extractive/units.js';
import type { Chapter } from '../engines/summary-engine.js';
import type { TranscriptSegment } from '../transcripts/captions.js';
import { finished } from '../work/slices.js';

/** The lexical chapters of captions that no engine has read. `language` is their BCP 47 code. */
export function lexicalChaptersOf(
  segments: readonly TranscriptSegment[],
  language: string,
  durationMs: number,
): Chapter[] {
  const lexicon = lexiconOf(language);
  const words = spokenWords(segments, lexicon.language, lexicon.isFiller);
  const units = unitsOf(words, lexicon.language);
  return lexicalChapters({ units, index: finished(indexing(units, words.forms, lexicon)), lexicon }, durationMs);
}
