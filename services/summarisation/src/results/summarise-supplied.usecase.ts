import { Injectable } from '@nestjs/common';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { randomBytes } from 'node:crypto';
import { saysNothing } from '../transcripts/supplied.errors.js';
import type { SuppliedRead, SuppliedToRead } from '../transcripts/supplied-transcript.js';
import { SuppliedReader } from '../transcripts/supplied-reader.js';
import type { Transcript } from '../transcripts/transcript.source.js';
import { TranscriptRoom } from '../transcripts/transcript-room.js';
import type { CallCost } from '@precis/runtime/hourly-budget';
import { ComputingBudget } from '../work/computing-budget.js';
import { timedOut, unlessLeft } from '../work/work.errors.js';
import { EngineChain } from './engine-chain.js';
import { inTranscriptLanguage, type SummaryParameters } from './parameters.rule.js';
import { resultKey } from './result-key.js';
import { ResultsRepository } from './results.repository.js';
import { SummarySlots } from './summarise-video.usecase.js';
import { SummaryMaker } from './summary-maker.js';

/** `videoId` is '' when the caller named no video; YouTube is never asked about it. */
export interface SuppliedTranscript {
  videoId: string;
  title: string;
  body: SuppliedToRead;
  /** The reference that the caller chose for the result, so that it can have it deleted without an answer (SUM-24). */
  chosenRef?: string;
}

const UNTITLED = 'Supplied transcript';
/** Estimated event-loop time to take a transcript out of its message and pass it to a thread. The thread's own time is measured. */
const MS_PER_MB = 5;

/**
 * Summarises a transcript of the caller's own (SUM-10). The result is not shared: each call is computed separately, and the result is
 * stored under a random key that no request can find. Only its call has the reference. It belongs to one account and is deleted
 * when that account may no longer read it (SUM-24).
 */
@Injectable()
export class SummariseSupplied {
  constructor(
    private readonly reader: SuppliedReader,
    private readonly room: TranscriptRoom,
    private readonly slots: SummarySlots,
    private readonly chain: EngineChain,
    private readonly maker: SummaryMaker,
    private readonly results: ResultsRepository,
    private readonly computing: ComputingBudget,
    private readonly clock: Clock,
  ) {}

  /** Throws invalid `transcript_invalid`, `transcript_too_long` or `transcript_empty`, and what SummariseVideo throws of engines and budgets. */
  async execute(
    supplied: SuppliedTranscript,
    parameters: SummaryParameters,
    account: string,
    caller: AbortSignal,
  ): Promise<Result> {
    this.computing.admit(account);
    const cost = this.computing.newCallCost(account);
    cost.add((supplied.body.bytes.length / 1_000_000) * MS_PER_MB);
    const work = async () => {
      const waits = AbortSignal.any([caller, AbortSignal.timeout(this.slots.timeoutMs)]);
      const untilMs = performance.now() + this.slots.timeoutMs;
      const body = { ...supplied.body, askedLanguage: parameters.language };
      const read = await this.reader.read(body, waits, account, cost);
      const compute = () => this.compute(supplied, read, parameters, account, waits, untilMs, cost);
      return unlessLeft(waits, this.slots.run(compute, account, waits));
    };
    return this.room.run(account, supplied.body.bytes.length, work).catch((error: unknown) => {
      cost.countUncharged();
      throw error;
    });
  }

  private async compute(
    { videoId, title, chosenRef }: SuppliedTranscript,
    { language, warnings, ...captions }: SuppliedRead,
    asked: SummaryParameters,
    account: string,
    waits: AbortSignal,
    untilMs: number,
    cost: CallCost,
  ): Promise<Result> {
    // The computation has its own time limit. Otherwise it would be stopped when its caller leaves, and the account would have used computing time
    // for nothing.
    const signal = AbortSignal.timeout(this.slots.timeoutMs);
    const parameters = inTranscriptLanguage(asked, language);
    const transcript: Transcript = {
      videoId,
      title,
      language,
      captions,
      isGenerated: false,
      isSupplied: true,
      trackId: '',
      warnings,
    };
    const isTranslation = parameters.language !== undefined;
    return this.chain.run(account, { signal, untilMs, isTranslation }, async (turn) => {
      // A caller who has left cannot receive the summary. So no engine starts, and calls of a model, which cost money, are stopped.
      if (waits.aborted) throw timedOut();
      const own = turn.isLast ? turn : { ...turn, signal: AbortSignal.any([turn.signal, waits]) };
      const { made } = await this.maker.make(transcript, parameters, account, own, cost).catch((error: unknown) => {
        throw isWordless(error) ? saysNothing() : error;
      });
      // The result of a caller who left or was refused, or of an engine whose turn is over, is not stored, because no caller would get its reference.
      const isOver = () => waits.aborted || turn.signal.aborted;
      if (isOver()) throw timedOut();
      const key = resultKey(videoId, randomBytes(32), parameters, turn.writer.engine);
      const titled = { ...made, title: title || UNTITLED };
      const stored = await this.results.storeOwn(key, titled, account, this.clock.now(), chosenRef);
      // The caller may have left, or the turn may have ended, while the result was stored.
      if (!isOver()) return stored;
      await this.results.deleteOwn(stored.resultRef);
      throw timedOut();
    });
  }
}

/** Whether an engine found no sentence. For a video that is a 404; for a supplied transcript it is the sender's mistake. */
function isWordless(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'transcript_empty';
}
