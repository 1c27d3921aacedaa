import { Injectable } from '@nestjs/common';
import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import { Bulkhead, type BulkheadLimits } from '@precis/runtime/bulkhead';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { LookUpBudget } from '../transcripts/look-up-budget.js';
import { TranscriptLibrary } from '../transcripts/transcript-library.js';
import { RememberedRefusal } from '../transcripts/transcripts.repository.js';
import type { CallCost } from '@precis/runtime/hourly-budget';
import { ComputingBudget } from '../work/computing-budget.js';
import { FairFlights, SingleFlight } from '../work/flights.js';
import { EngineChain } from './engine-chain.js';
import { inTranscriptLanguage, type SummaryParameters } from './parameters.rule.js';
import { parametersHash, resultKey } from './result-key.js';
import { ResultsRepository } from './results.repository.js';
import { StoredResults } from './stored-results.js';
import { SummaryMaker } from './summary-maker.js';
import { EngineFailed } from './summary-writer.js';

/** The places for computing summaries. `timeoutMs`: limit of a caller's wait, and again of the started computation. */
export class SummarySlots extends Bulkhead {
  constructor(
    limits: BulkheadLimits,
    readonly timeoutMs: number,
  ) {
    super(limits);
  }
}

/** A result, and whether its captions were fetched for it. */
interface Summarised {
  result: Result;
  hasLookedUp: boolean;
}

/**
 * Makes a summary, from the look-up to the stored result. Equal requests are computed once and get the same result (SUM-5). Those of one account
 * are joined from the start. Those of several accounts are joined at the look-up and at the engine, so that no account shares the wait or the
 * refusal of another.
 */
@Injectable()
export class SummariseVideo {
  private readonly flights = new SingleFlight<Summarised>();
  private readonly computations: FairFlights<Result>;

  constructor(
    private readonly library: TranscriptLibrary,
    private readonly chain: EngineChain,
    private readonly stored: StoredResults,
    private readonly results: ResultsRepository,
    private readonly slots: SummarySlots,
    private readonly lookUps: LookUpBudget,
    private readonly computing: ComputingBudget,
    private readonly clock: Clock,
    private readonly maker: SummaryMaker,
  ) {
    this.computations = new FairFlights(slots);
  }

  /**
   * Throws not_found or unavailable with the code of the source, engine or engine chain, or of the account's budgets; an internally wrong summary is
   * a plain Error.
   */
  async execute(videoId: string, parameters: SummaryParameters, account: string, caller: AbortSignal): Promise<Result> {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(this.slots.timeoutMs)]);
    const key = `${account} ${videoId} ${parametersHash(parameters).toString('hex')}`;
    const cost = this.computing.newCallCost(account);
    const { result, hasLookedUp } = await this.flights
      .run(key, signal, () => this.summarise(videoId, parameters, account, cost))
      .catch((error: unknown) => {
        // A caller that leaves is not charged, although its computation runs to its end.
        cost.countUncharged();
        throw error;
      });
    // Allowed look-ups are given back only here, because a caller that left before the answer is not charged.
    if (hasLookedUp) this.lookUps.earn(account);
    return result;
  }

  private async summarise(
    videoId: string,
    parameters: SummaryParameters,
    account: string,
    cost: CallCost,
  ): Promise<Summarised> {
    // With its own time limit: a caller that leaves must not end the summary of others.
    const signal = AbortSignal.timeout(this.slots.timeoutMs);
    const untilMs = performance.now() + this.slots.timeoutMs;

    const known = await this.library.known(videoId);
    if (known && 'refusal' in known) throw known.refusal;
    const stored = known && (await this.stored.find(videoId, known.hash, parameters));
    if (stored) return { result: stored, hasLookedUp: false };
    this.computing.admit(account);

    try {
      // Keeps only the hash: hundreds of queued calls must not hold their captions in memory.
      const { hash } = known ?? (await this.library.transcript(videoId, account, signal));
      // The transcript may have been fetched again with the same text.
      const same = known ? null : await this.stored.find(videoId, hash, parameters);
      if (same) return { result: same, hasLookedUp: true };
      const key = resultKey(videoId, hash, parameters, this.chain.engines[0]);
      const compute = () => this.compute(videoId, parameters, account, untilMs, cost);
      const result = await this.computations.run(
        JSON.stringify(key),
        account,
        { caller: signal, waiting: signal },
        compute,
      );
      return { result, hasLookedUp: known === null };
    } catch (error) {
      await this.announce(videoId, error);
      throw error;
    }
  }

  /** Holds a place until the result is stored: a burst waits in the queue, which has a limit, and not for database connections. */
  private async compute(
    videoId: string,
    asked: SummaryParameters,
    account: string,
    untilMs: number,
    cost: CallCost,
  ): Promise<Result> {
    // The computation has its own time limit: if it were stopped because of its wait, its account would pay computing time for nothing. A repeat
    // finds the late result.
    const signal = AbortSignal.timeout(this.slots.timeoutMs);
    // Usually the stored captions; fetched again, and perhaps different, when their time ended in the queue.
    const { transcript, hash } = await this.library.transcript(videoId, account, signal);
    const parameters = inTranscriptLanguage(asked, transcript.language);
    const same = parameters === asked ? null : await this.stored.find(videoId, hash, parameters);
    if (same) return same;
    const isTranslation = parameters.language !== undefined;
    return this.chain.run(account, { signal, untilMs, isTranslation }, async (turn) => {
      const key = resultKey(videoId, hash, parameters, turn.writer.engine);
      // An engine that fell back to this one before has stored its result here.
      const stored = turn.isFallBack ? await this.results.deliver(key, this.clock.now()) : null;
      if (stored) return stored;
      const { made, computeMs } = await this.maker.make(transcript, parameters, account, turn, cost);
      return this.results.store(key, made, computeMs, this.clock.now());
    });
  }

  private async announce(videoId: string, error: unknown): Promise<void> {
    const code = failureCode(error);
    if (code !== null) await this.results.announceFailure(videoId, code, this.clock.now());
  }
}

/** The code of a failure to announce, or null when the next attempt may succeed or it was already announced. */
function failureCode(error: unknown): string | null {
  if (error instanceof EngineFailed) return 'engine_failed';
  if (error instanceof RememberedRefusal) return null;
  // A fault of the request and not of the video.
  if (error instanceof DomainError && error.code === 'language_unavailable') return null;
  return error instanceof DomainError && error.kind === 'not_found' ? error.code : null;
}
