import type { FocusReason } from './extractive/asked-subject.js';
import type { SummaryLength } from '../results/parameters.rule.js';
import type { TranscriptSegment } from '../transcripts/captions.js';

/** What an engine may know. `language` is a BCP 47 code of the transcript; `focus` is the caller's custom_prompt. */
export interface SummaryInput {
  segments: TranscriptSegment[];
  language: string;
  isGenerated: boolean;
  length: SummaryLength;
  focus?: string;
  title?: string;
}

/** One sentence of a summary and the moment of the video that it rests on. */
export interface CitedSentence {
  startMs: number;
  text: string;
}

/** `sentences` holds every sentence of `summary`, in the order of the video. `focusReason`: why a focus that was asked for was not applied. */
export interface SummaryOutput {
  summary: string;
  sentences: CitedSentence[];
  focusApplied: boolean;
  focusReason?: FocusReason;
}

/** A way to summarise. Results are stored under `name` and `version`: a change of what an engine writes must raise its version. */
export abstract class SummaryEngine {
  abstract readonly name: string;
  abstract readonly version: string;

  /** Throws not_found `transcript_empty` when there is nothing to summarise, and the signal's reason once it is aborted. */
  abstract summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput>;
}
