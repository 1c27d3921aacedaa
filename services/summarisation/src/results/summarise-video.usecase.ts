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

/** Places for computing summaries. `timeoutMs`: for a caller's wait, and again for the computation once it has begun. */
export class SummarySlots extends Bulkhead {
  constructor(
    limits: BulkheadLimits,
    readonly timeoutMs: number,
  ) {
    super(limits);
  }
}

/** A result, and whether its captions were looked up for it. */
interface Summarised {
  result: Result;
  hasLookedUp: boolean;
}

/**
 * The whole story of a summary. Equal requests are computed once and given the same result (SUM-5). Those of one account go together from
 * the start; those of several meet at the look-up and at the engine, so that no account shares the wait or the refusal of another.
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

  /** Throws not_found or unavailable with the code of the source, engine or engine chain, or of the account's budgets; a summary that is wrong in itself is a plain Error. */
  async execute(videoId: string, parameters: SummaryParameters, account: string, caller: AbortSignal): Promise<Result> {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(this.slots.timeoutMs)]);
    const key = `${account} ${videoId} ${parametersHash(parameters).toString('hex')}`;
    const cost = this.computing.callOf(account);
    const { result, hasLookedUp } = await this.flights
      .run(key, signal, () => this.summarise(videoId, parameters, account, cost))
      .catch((error: unknown) => {
        // A caller that leaves is not charged, although the computation that was begun for it runs to its end.
        cost.lose();
        throw error;
      });
    // Only here: a caller that left before the answer is not charged for it.
    if (hasLookedUp) this.lookUps.earn(account);
    return result;
  }

  private async summarise(
    videoId: string,
    parameters: SummaryParameters,
    account: string,
    cost: CallCost,
  ): Promise<Summarised> {
    // Its own time and not a caller's: one that leaves must not take the summary away from the others.
    const signal = AbortSignal.timeout(this.slots.timeoutMs);
    const untilMs = performance.now() + this.slots.timeoutMs;

    const known = await this.library.known(videoId);
    if (known && 'refusal' in known) throw known.refusal;
    const stored = known && (await this.stored.find(videoId, known.hash, parameters));
    if (stored) return { result: stored, hasLookedUp: false };
    this.computing.admit(account);

    try {
      // The hash alone: a call that waits for a slot must not hold captions meanwhile, there are hundreds of places in the line.
      const { hash } = known ?? (await this.library.transcript(videoId, account, signal));
      // The transcript may have been fetched anew and be the old one word for word.
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

  /** Holds a slot to the end, storing too: a burst waits in the queue, which has a limit, and not for database connections. */
  private async compute(
    videoId: string,
    asked: SummaryParameters,
    account: string,
    untilMs: number,
    cost: CallCost,
  ): Promise<Result> {
    // Time of its own: cut off for its wait in the line, it would cost its account computing time. The repeat finds what is made too late.
    const signal = AbortSignal.timeout(this.slots.timeoutMs);
    // As kept, as a rule; looked up anew when its time ended in the line, and then it may be another one.
    const { transcript, hash } = await this.library.transcript(videoId, account, signal);
    const parameters = inTranscriptLanguage(asked, transcript.language);
    const same = parameters === asked ? null : await this.stored.find(videoId, hash, parameters);
    if (same) return same;
    const isTranslation = parameters.language !== undefined;
    return this.chain.run(account, { signal, untilMs, isTranslation }, async (turn) => {
      const key = resultKey(videoId, hash, parameters, turn.writer.engine);
      // An engine that fell back to this one before has left its result here.
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

/** The code under which a failure is announced, or null when the next try may well succeed or it was announced before. */
function failureCode(error: unknown): string | null {
  if (error instanceof EngineFailed) return 'engine_failed';
  if (error instanceof RememberedRefusal) return null;
  // Of what was asked for and not of the video.
  if (error instanceof DomainError && error.code === 'language_unavailable') return null;
  return error instanceof DomainError && error.kind === 'not_found' ? error.code : null;
}
