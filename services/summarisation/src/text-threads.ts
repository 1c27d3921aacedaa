import { Bulkhead } from '@precis/runtime/bulkhead';
import { DomainError } from '@precis/runtime/domain-error';
import type { Logger } from '@precis/runtime/logger';
import type { SummarisationConfig } from './config.js';
import { ExtractiveEngine } from './engines/extractive/extractive.engine.js';
import { ThreadWriter } from './results/summary-writer.js';
import { SuppliedReader } from './transcripts/supplied-reader.js';
import type { SuppliedRead, SuppliedToRead } from './transcripts/supplied-transcript.js';
import type { CallCost } from '@precis/runtime/hourly-budget';
import type { ComputingBudget } from './work/computing-budget.js';
import { CutOff } from '@precis/runtime/threads/thread-tasks';
import { overloaded, timedOut } from './work/work.errors.js';
import { type PoolTask, WorkerPool } from '@precis/runtime/threads/worker-pool';
import type { CaptionsRead, ReadCaptions } from './youtube/caption-formats.js';

const FILE = new URL('text.worker.js', import.meta.url);
/** Separate from summaries: a look-up has only seconds, and must not wait for summaries that use all their time. */
const CAPTION_THREADS = 2;

/** The threads in which this service parses captions and writes summaries, because hostile captions must not block its event loop. */
export class TextThreads extends SuppliedReader {
  readonly writer: ThreadWriter;
  private readonly summaries: WorkerPool;
  private readonly captions: WorkerPool;
  private readonly captionSlots: Bulkhead;

  constructor(
    config: Pick<
      SummarisationConfig,
      'SUMMARY_CONCURRENCY' | 'QUEUE_LIMIT' | 'ENGINE_TIMEOUT_MS' | 'ENGINE_MEMORY_MB' | 'YOUTUBE_TOTAL_TIMEOUT_MS'
    >,
    logger: Logger,
    private readonly computing: ComputingBudget,
  ) {
    super();
    const both = {
      file: FILE,
      memoryMb: config.ENGINE_MEMORY_MB,
      maxWaiting: config.QUEUE_LIMIT,
      refusal: overloaded,
      logger,
    };
    this.summaries = new WorkerPool({ ...both, threads: config.SUMMARY_CONCURRENCY });
    this.captions = new WorkerPool({ ...both, threads: CAPTION_THREADS });
    this.captionSlots = new Bulkhead({
      atOnce: CAPTION_THREADS,
      atOnceOfOne: 1,
      waiting: config.QUEUE_LIMIT,
      refusal: overloaded,
    });
    this.writer = new ThreadWriter(new ExtractiveEngine(), this.summaries, config.ENGINE_TIMEOUT_MS);
    this.deadlineMs = config.YOUTUBE_TOTAL_TIMEOUT_MS;
  }

  private readonly deadlineMs: number;

  /**
   * Reads captions for an account, which has one thread at most. Reading that is cut off, or that finds no captions, counts against the
   * account: the result of a successful reading is kept, but a failing one could be requested again and again. Throws what the pool throws,
   * and `overloaded`.
   */
  readonly readCaptions: ReadCaptions = async (read, signal, account) => {
    const cost = this.computing.newCallCost(account);
    try {
      const found = await this.reading<CaptionsRead>({ task: 'readCaptions', input: read, signal }, account, cost);
      if (found.kind !== 'segments') cost.countUncharged();
      return found;
    } catch (error) {
      cost.countUncharged();
      throw error;
    }
  };

  /** Reads a transcript of the caller's own. A reading that exceeds its time or memory is refused as `timed_out`. */
  async read(
    { kind, bytes, askedLanguage }: SuppliedToRead,
    signal: AbortSignal,
    account: string,
    cost: CallCost,
  ): Promise<SuppliedRead> {
    // A copy that can be transferred: the bytes are a view of a whole message.
    const copy = new Uint8Array(bytes);
    const input: SuppliedToRead = { kind, bytes: copy, askedLanguage };
    const task = { task: 'readSupplied', input, transfer: [copy.buffer], signal };
    return this.reading<SuppliedRead>(task, account, cost).catch((error: unknown) => {
      throw error instanceof DomainError ? error : timedOut(error);
    });
  }

  private reading<T>(task: Omit<PoolTask, 'deadlineMs' | 'spent'>, account: string, cost: CallCost): Promise<T> {
    return this.captionSlots.run(
      async () => {
        try {
          return await this.captions.run<T>({ ...task, deadlineMs: this.deadlineMs, spent: (ms) => cost.add(ms) });
        } catch (error) {
          if (error instanceof CutOff) this.computing.cutOff(account, error.ranMs);
          throw error;
        }
      },
      account,
      task.signal,
    );
  }

  /** After the drain: running calls still need their threads. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    await Promise.all([this.summaries.close(), this.captions.close()]);
  }
}
