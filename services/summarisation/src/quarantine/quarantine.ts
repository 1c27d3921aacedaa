import type { Sliced } from '../work/slices.js';
import type { Chapter, SummaryWarning } from '../engines/summary-engine.js';
import type { TranscriptSegment } from '../transcripts/captions.js';
import { findingSpans, instructionSpans } from './instruction-spans.js';

/**
 * Treats transcript, title, chapters and custom_prompt as data: passages that give a model orders are reported in `warnings` and removed from the
 * input of an engine (SUM-17).
 */

const CODE = 'instruction_like_text';
/** Limits the warnings of a transcript that consists of nothing else. */
const MAX_WARNINGS = 50;
/** The pause between two warnings in a transcript; spans with a shorter one are one warning. */
const ONE_SPAN_MS = 10_000;
/** Places where a prompt may be cut. */
const SENTENCE = /[^.!?。！？\n]+[.!?。！？\n]*/g;

/** All input of an engine that comes from outside. */
export interface Outside {
  segments: TranscriptSegment[];
  title?: string;
  focus?: string;
  chapters?: Chapter[];
}

/** The input after removal. `isMostlyLost`: less than half of the speech is left, which is no basis for a summary by a steerable engine. */
export interface Quarantined extends Outside {
  warnings: SummaryWarning[];
  isMostlyLost: boolean;
}

/** Linear in the length of the input. Sliced, because it runs on the event loop when a model is used. */
export function* quarantined({ segments, title, focus, chapters }: Outside): Sliced<Quarantined> {
  const warnings: SummaryWarning[] = [];
  const kept = yield* keeping(segments, warnings);
  if (title && isOrder(title)) warnings.push({ code: CODE, field: 'title' });
  if (focus && isOrder(focus)) warnings.push({ code: CODE, field: 'custom_prompt' });
  const isTitleKept = title !== undefined && !isOrder(title);
  // Checked together as well: an order may be spread over the titles of several chapters.
  const areChaptersKept = instructionSpans((chapters ?? []).map((chapter) => chapter.title)).length === 0;
  if (!areChaptersKept) warnings.push({ code: CODE, field: 'chapters' });
  return {
    segments: kept,
    title: isTitleKept ? title : undefined,
    focus: focus && askedOf(focus),
    chapters: areChaptersKept ? chapters : undefined,
    warnings: warnings.slice(0, MAX_WARNINGS),
    isMostlyLost: charsOf(kept) < charsOf(segments) / 2,
  };
}

function* keeping(segments: readonly TranscriptSegment[], warnings: SummaryWarning[]): Sliced<TranscriptSegment[]> {
  const spans = yield* findingSpans(segments.map(({ text }) => text));
  if (spans.length === 0) return [...segments];
  for (const { first, last } of spans) {
    const end = segments[last];
    const span = { startMs: segments[first].startMs, endMs: end.startMs + end.durationMs };
    const before = warnings.at(-1)?.span;
    if (before && span.startMs - before.endMs < ONE_SPAN_MS) before.endMs = Math.max(before.endMs, span.endMs);
    else warnings.push({ code: CODE, field: 'transcript', span });
  }
  let at = 0;
  return segments.filter((_, nr) => {
    while (at < spans.length && spans[at].last < nr) at += 1;
    return at === spans.length || nr < spans[at].first;
  });
}

/** The part of a prompt that is not an order to a model; undefined when there is none. */
function askedOf(focus: string): string | undefined {
  if (!isOrder(focus)) return focus;
  const sentences = focus.match(SENTENCE) ?? [];
  const spans = instructionSpans(sentences);
  const left = sentences
    .filter((_, nr) => !spans.some(({ first, last }) => first <= nr && nr <= last))
    .join('')
    .trim();
  return left === '' || isOrder(left) ? undefined : left;
}

function isOrder(text: string): boolean {
  return instructionSpans([text]).length > 0;
}

function charsOf(segments: readonly TranscriptSegment[]): number {
  return segments.reduce((chars, { text }) => chars + text.length, 0);
}
