import type { SummaryEngine } from '../engines/summary-engine.js';
import type { WorkerPool } from '../work/worker-pool.js';
import { type SummaryOrder, type WrittenSummary, writtenSummary } from './written-summary.js';

/** By what results are stored: who changes what an engine writes raises its version. */
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
