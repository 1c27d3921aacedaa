import type { SummaryEngine, SummaryOutput } from '../engines/summary-engine.js';
import { type Captions, segmentsOf } from '../transcripts/captions.js';
import type { WorkerPool } from '../work/worker-pool.js';
import { unfoundedSentences } from './citations.rule.js';
import type { SummaryLength } from './parameters.rule.js';

/** Our own fault, hence no DomainError: answered as 500, the cause only in the log. */
export class EngineFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EngineFailed';
  }
}

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

/** Results are stored under both. */
export type EngineVersion = Pick<SummaryEngine, 'name' | 'version'>;

/** Where an engine runs. Throws what the engine throws, EngineFailed, or CutOff when a limit ended the computation. */
export abstract class SummaryWriter {
  abstract readonly engine: EngineVersion;
  abstract write(order: SummaryOrder, signal: AbortSignal): Promise<WrittenSummary>;
}

/** For an engine that only waits for somebody else, a model or a test: what it computes, it computes on the event loop. */
export class LoopWriter extends SummaryWriter {
  constructor(readonly engine: SummaryEngine) {
    super();
  }

  write(order: SummaryOrder, signal: AbortSignal): Promise<WrittenSummary> {
    return writtenSummary(this.engine, order, signal);
  }
}

/** The extractive engine in threads of its own, each summary within `deadlineMs`. */
export class ThreadWriter extends SummaryWriter {
  constructor(
    readonly engine: EngineVersion,
    private readonly pool: WorkerPool,
    private readonly deadlineMs: number,
  ) {
    super();
  }

  write(order: SummaryOrder, signal: AbortSignal): Promise<WrittenSummary> {
    // A copy to give away: the bytes may serve several summaries, and a view would take its whole buffer along.
    const json = Uint8Array.from(order.json);
    const { deadlineMs } = this;
    return this.pool.run({
      task: 'writeSummary',
      input: { ...order, json },
      transfer: [json.buffer],
      signal,
      deadlineMs,
    });
  }
}
