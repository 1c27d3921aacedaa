import type { SummaryLength } from '../results/parameters.rule.js';
import type { TranscriptSegment } from '../transcripts/captions.js';

/**
 * The input of an engine. `language` is the BCP 47 code of the transcript, `writeIn` that of another language to write in; `focus` is the caller's
 * custom_prompt.
 */
export interface SummaryInput {
  segments: TranscriptSegment[];
  language: string;
  writeIn?: string;
  isGenerated: boolean;
  length: SummaryLength;
  focus?: string;
  title?: string;
  /** The creator's chapters; with them an engine need not find any. */
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

/** A part of a video with a title taken from its speech. Lexical ones are approximate. */
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

/** Why a custom_prompt was not applied: it asks for a style, a language or a format, or nothing in the speech matches it. */
export type FocusReason = 'style' | 'language' | 'format' | 'not_found';

/** `sentences` holds every sentence of `summary`, in the order of the video. */
export interface SummaryOutput {
  summary: string;
  sentences: CitedSentence[];
  focusApplied: boolean;
  focusReason?: FocusReason;
  chapters?: Chapter[];
  warnings?: SummaryWarning[];
  /** Parts of the video that a detailed summary does not cover. */
  notCovered?: VideoSpan[];
  /** Number of sentences left out because the transcript does not support them. */
  droppedSentences?: number;
}

/** An engine that writes summaries. Results are stored under `name` and `version`: a change of its output must raise its version. */
export abstract class SummaryEngine {
  abstract readonly name: string;
  abstract readonly version: string;
  /** Whether its input can manipulate it, as with a language model. */
  readonly isSteerable: boolean = false;
  /** Whether it can write in another language than the transcript's; otherwise it is never asked to. */
  readonly translates: boolean = false;

  /** Throws not_found `transcript_empty` when there is nothing to summarise, and the signal's reason once it is aborted. */
  abstract summarise(input: SummaryInput, signal: AbortSignal): Promise<SummaryOutput>;
}
