import type { SummaryEngine, SummaryOutput } from '../engines/summary-engine.js';
import { type Captions, segmentsOf } from '../transcripts/captions.js';
import { unfoundedSentences } from './citations.rule.js';
import type { SummaryLength } from './parameters.rule.js';
import { EngineFailed } from './results.errors.js';

/** A summary to be written: what is said, and how it is asked for. `focus` is the caller's custom_prompt. */
export interface SummaryOrder extends Pick<Captions, 'json'> {
  language: string;
  isGenerated: boolean;
  title: string;
  durationMs?: number;
  length: SummaryLength;
  focus?: string;
}

/** `transcriptLength` in characters. */
export interface WrittenSummary extends SummaryOutput {
  transcriptLength: number;
}

/** Lets `engine` write, and holds every sentence against the transcript: an EngineFailed when one is not borne out. */
export async function writtenSummary(
  engine: SummaryEngine,
  { json, durationMs, ...asked }: SummaryOrder,
  signal: AbortSignal,
): Promise<WrittenSummary> {
  const segments = segmentsOf({ json });
  const output = await engine.summarise({ ...asked, segments }, signal);
  const unfounded = unfoundedSentences(output.sentences, segments, durationMs);
  if (output.sentences.length === 0 || unfounded.length > 0) {
    throw new EngineFailed(
      `${unfounded.length} of ${output.sentences.length} sentences are not borne out by the transcript`,
    );
  }
  return { ...output, transcriptLength: segments.reduce((chars, { text }) => chars + text.length + 1, -1) };
}
