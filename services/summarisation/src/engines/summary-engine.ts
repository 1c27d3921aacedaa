import type { SummaryLength } from '../results/parameters.rule.js';
import type { TranscriptSegment } from '../transcripts/captions.js';

/** What an engine may know. `language` is a BCP 47 code of the transcript, `writeIn` that of another language to write in; `focus` is the caller's custom_prompt. */
export interface SummaryInput {
  segments: TranscriptSegment[];
  language: string;
  writeIn?: string;
  isGenerated: boolean;
  length: SummaryLength;
  focus?: string;
  title?: string;
  /** The creator's; with them an engine need not find any. */
  chapters?: Chapter[];
}

/** One sentence of a summary and the moment of the video that it rests on. `endMs`: where that ends, when the engine knows. */
export interface CitedSentence {
  startMs: number;
  endMs?: number;
  text: string;
}

/** A part of a video in milliseconds. */
export interface VideoSpan {
  startMs: number;
  endMs: number;
}

/** A part of a video with a title that says what is said there. Lexical ones are approximate. */
export interface Chapter extends VideoSpan {
  title: string;
  source: 'creator' | 'model' | 'lexical';
}

/**
 * A part of the input that the summary did not follow. `span`: where in the transcript; `detail`: for a cue that was left out, its line and
 * the reason.
 */
export interface SummaryWarning {
  code: string;
  field: 'transcript' | 'title' | 'chapters' | 'custom_prompt';
  span?: VideoSpan;
  detail?: string;
}

/** Why a custom_prompt was not applied: it asks for a style, a language or a format, or nothing said is about it. */
export type FocusReason = 'style' | 'language' | 'format' | 'not_found';

/** `sentences` holds every sentence of `summary`, in the order of the video. */
export interface SummaryOutput {
  summary: string;
  sentences: CitedSentence[];
  focusApplied: boolean;
  focusReason?: FocusReason;
  chapters?: Chapter[];
  warnings?: SummaryWarning[];
  /** Parts of the video of which a detailed summary says nothing. */
  notCovered?: VideoSpan[];
  /** How many sentences were left out since the transcript does not bear them out. */
  droppedSentences?: number;
}

/** A way to summarise. Results are stored under `name` and `version`: a change of what an engine writes must raise its version. */
export abstract class SummaryEngine {
  abstract readonly name: string;
  abstract readonly version: string;
  /** Whether what it reads can talk it into something: a model, yes. */
  readonly isSteerable: boolean = false;
  /** Whether it writes in another language than the transcript's; one that does not is never asked to. */
  readonly translates: boolean = false;

  /** Throws not_found `transcript_empty` when there is nothing to summarise, and the signal's reason once it is aborted. */
  abstract summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput>;
}
