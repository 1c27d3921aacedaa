import { cleaningTranscript } from '../engines/extractive/clean-transcript.js';
import { Slicer } from '../work/slices.js';
import type { Chapter, SummaryEngine, SummaryOutput, VideoSpan } from '../engines/summary-engine.js';
import { quarantined } from '../quarantine/quarantine.js';
import { type Captions, segmentsOf } from '../transcripts/captions.js';
import { TURN } from '../transcripts/spoken-captions.js';
import type { Evidence } from '../verification/evidence.js';
import { verifySentences } from '../verification/verify-sentences.js';
import type { WorkerPool } from '@precis/runtime/threads/worker-pool';
import { notCovered } from './coverage.rule.js';
import type { SummaryLength } from './parameters.rule.js';
import { mostSentences } from './sentence-count.rule.js';
import { inTextOrder, textWithout } from './supported-text.js';

/** Our own fault, so not a DomainError: answered as 500, with the cause only in the log. */
export class EngineFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EngineFailed';
  }
}

/** The input of a summary: the speech and the parameters. `focus` is the caller's custom_prompt, `writeIn` another language than the transcript's. */
export interface SummaryOrder extends Pick<Captions, 'json'> {
  language: string;
  writeIn?: string;
  isGenerated: boolean;
  title: string;
  durationMs?: number;
  length: SummaryLength;
  focus?: string;
  /** The creator's chapters. */
  chapters?: Chapter[];
}

/** The evidence of each sentence, in order; `endMs` is the end of the video. It is stored, so that the result can be verified later (SUM-11). */
export interface ResultEvidence {
  endMs: number;
  sentences: Evidence[];
  /** The language of the evidence, when the sentences are in another one. */
  language?: string;
}

/** `transcriptLength` in characters. */
export interface WrittenSummary extends SummaryOutput {
  transcriptLength: number;
  notCovered: VideoSpan[];
  droppedSentences: number;
  evidence: ResultEvidence;
}

/**
 * Lets `engine` write a summary of the input without instructions to a model (SUM-17). Then compares every sentence with the transcript: an
 * unsupported sentence is removed and counted (SUM-1). A short summary then keeps its first sentences (SUM-2). Throws EngineFailed when too little
 * would be left.
 */
export async function writtenSummary(
  engine: SummaryEngine,
  { json, durationMs, ...asked }: SummaryOrder,
  signal: AbortSignal,
): Promise<WrittenSummary> {
  const segments = segmentsOf({ json });
  const { title, focus, chapters } = asked;
  const outside = { segments, title, focus, chapters };
  const slicer = new Slicer(signal);
  const { warnings, isMostlyLost, ...read } = await slicer.run(quarantined(outside));
  if (isMostlyLost && engine.isSteerable)
    throw new EngineFailed('most of the transcript reads as instructions to a model');
  // An engine that cannot be manipulated still summarises a talk that consists of such sentences.
  const heard = isMostlyLost ? segments : read.segments;
  const output = await engine.summarise({ ...asked, ...read, segments: heard }, signal);
  const lines = await slicer.run(cleaningTranscript(heard));
  const endMs = segments.reduce((end, line) => Math.max(end, line.startMs + line.durationMs), durationMs ?? 0);
  const verdicts = verifySentences(output.sentences, lines, asked.language, endMs, asked.writeIn);
  const supported = verdicts.filter(({ reasons }) => reasons.length === 0);
  const dropped = verdicts.filter(({ reasons }) => reasons.length > 0);
  if (supported.length < leastKept(verdicts.length)) {
    throw new EngineFailed(`${dropped.length} of ${verdicts.length} sentences are not supported by the transcript`);
  }
  const textOf = ({ sentence }: { sentence: { text: string } }) => sentence.text;
  // Only the supported ones are counted: a sentence that fails its check gives its place to the next.
  const most = mostSentences(asked.length);
  const fitting = new Set(
    supported.length <= most ? supported : inTextOrder(output.summary, supported, textOf).slice(0, most),
  );
  const kept = supported.filter((verdict) => fitting.has(verdict));
  const removed = verdicts.filter((verdict) => !fitting.has(verdict));
  const sentences = kept.map(({ sentence }) => sentence);
  return {
    ...output,
    summary: textWithout(output.summary, removed.map(textOf), kept.map(textOf)),
    sentences,
    // The creator's chapters are better than any that an engine finds (SUM-20).
    chapters: read.chapters?.length ? read.chapters : (output.chapters ?? []),
    warnings: [...warnings, ...(output.warnings ?? [])],
    ...(focus !== undefined && read.focus === undefined && { focusApplied: false, focusReason: 'not_found' as const }),
    droppedSentences: (output.droppedSentences ?? 0) + dropped.length,
    notCovered: asked.length === 'detail' ? notCovered(sentences, lines, endMs) : [],
    evidence: {
      endMs,
      sentences: kept.map(({ evidence }) => evidence),
      ...(asked.writeIn !== undefined && { language: asked.language }),
    },
    transcriptLength: segments.reduce((chars, { text }) => chars + text.replaceAll(TURN, '').length + 1, -1),
  };
}

/** At least half of the written sentences and at least two, or the only one: less is no summary of the video. */
function leastKept(written: number): number {
  return written === 1 ? 1 : Math.max(2, written / 2);
}

/** Results are stored under name and version. */
export type EngineVersion = Pick<SummaryEngine, 'name' | 'version' | 'translates'>;

/** Runs an engine. Throws what the engine throws, EngineFailed, or CutOff when a limit stopped the computation. */
export abstract class SummaryWriter {
  abstract readonly engine: EngineVersion;
  /** `spent` gets the CPU time of the work here, unless the work is stopped. */
  abstract write(order: SummaryOrder, signal: AbortSignal, spent?: (cpuMs: number) => void): Promise<WrittenSummary>;
}

/** For an engine that only waits for another server, or for a test: its computing runs on the event loop. */
export class LoopWriter extends SummaryWriter {
  constructor(readonly engine: SummaryEngine) {
    super();
  }

  /** The event loop is shared, so this work's part of the time is unknown: all of it counts. */
  async write(order: SummaryOrder, signal: AbortSignal, spent?: (cpuMs: number) => void): Promise<WrittenSummary> {
    const startedMs = performance.now();
    try {
      return await writtenSummary(this.engine, order, signal);
    } finally {
      spent?.(performance.now() - startedMs);
    }
  }
}

/** Runs the extractive engine in separate threads, each summary within `deadlineMs`. */
export class ThreadWriter extends SummaryWriter {
  constructor(
    readonly engine: EngineVersion,
    private readonly pool: WorkerPool,
    private readonly deadlineMs: number,
  ) {
    super();
  }

  write(order: SummaryOrder, signal: AbortSignal, spent?: (cpuMs: number) => void): Promise<WrittenSummary> {
    // A copy to transfer: the bytes may serve several summaries, and transferring a view takes its whole buffer.
    const json = new Uint8Array(order.json);
    const { deadlineMs } = this;
    return this.pool.run({
      task: 'writeSummary',
      input: { ...order, json },
      transfer: [json.buffer],
      signal,
      deadlineMs,
      spent,
    });
  }
}
