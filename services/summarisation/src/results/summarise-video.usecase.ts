import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import type { Bulkhead } from '@precis/runtime/bulkhead';
import type { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import type { SummaryMetrics } from '../summary-metrics.js';
import type { LookUpBudget } from '../transcripts/look-up-budget.js';
import type { TranscriptLibrary } from '../transcripts/transcript-library.js';
import type { Transcript } from '../transcripts/transcript.source.js';
import type { ComputingBudget } from '../work/computing-budget.js';
import { FairFlights } from '../work/fair-flights.js';
import { SingleFlight } from '../work/single-flight.js';
import { CutOff } from '../work/thread-job.js';
import { timedOut } from '../work/work.errors.js';
import { type SummaryParameters, typeNumberOf } from './parameters.rule.js';
import { parametersHash, resultKey } from './result-key.js';
import { EngineFailed, failureCode } from './results.errors.js';
import type { NewResult, ResultsRepository } from './results.repository.js';
import type { SummaryWriter } from './summary-writer.js';
import { secondsOf } from './video-length.js';

export interface SummariseVideoParts {
  library: TranscriptLibrary;
  writer: SummaryWriter;
  results: ResultsRepository;
  slots: Bulkhead;
  lookUps: LookUpBudget;
  computing: ComputingBudget;
  clock: Clock;
  metrics: SummaryMetrics;
  /** For whoever waits for a summary, and again for its computation once that has begun. */
  timeoutMs: number;
}

/** A result, and whether its captions were looked up for it. */
interface Summarised {
  result: Result;
  hasLookedUp: boolean;
}

/**
 * The whole story of a summary (design section 3 point 5). Equal requests are computed once and given the same result. Those of one
 * account go together from the start; those of several meet at the look-up and at the engine, so that nobody shares another's wait or refusal.
 */
export class SummariseVideo {
  private readonly flights = new SingleFlight<Summarised>();
  private readonly computations: FairFlights<Result>;

  constructor(private readonly parts: SummariseVideoParts) {
    this.computations = new FairFlights(parts.slots);
  }

  /** Throws not_found or unavailable with the code of the source or engine, or of the account's budgets; a summary that is wrong in itself is a plain Error. */
  async execute(videoId: string, parameters: SummaryParameters, account: string, caller: AbortSignal): Promise<Result> {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(this.parts.timeoutMs)]);
    const key = `${account} ${videoId} ${parametersHash(parameters).toString('hex')}`;
    const { result, hasLookedUp } = await this.flights.run(key, signal, () =>
      this.summarise(videoId, parameters, account),
    );
    // Only here: whoever left before the answer is not charged for it.
    if (hasLookedUp) this.parts.lookUps.earn(account);
    return result;
  }

  private async summarise(videoId: string, parameters: SummaryParameters, account: string): Promise<Summarised> {
    const { library, writer, results, computing, clock, timeoutMs } = this.parts;
    // Its own time and not a caller's: who leaves must not take the summary away from the others.
    const signal = AbortSignal.timeout(timeoutMs);

    const known = await library.known(videoId);
    if (known && 'refusal' in known) throw known.refusal;
    const stored =
      known && (await results.deliver(resultKey(videoId, known.hash, parameters, writer.engine), clock.now()));
    if (stored) return { result: stored, hasLookedUp: false };
    computing.admit(account);

    try {
      // The hash alone: who waits for a slot must not hold captions meanwhile, there are hundreds of places in the line.
      const { hash } = known ?? (await library.transcript(videoId, account, signal));
      const key = resultKey(videoId, hash, parameters, writer.engine);
      // The transcript may have been fetched anew and be the old one word for word.
      const same = known ? null : await results.deliver(key, clock.now());
      if (same) return { result: same, hasLookedUp: true };
      const compute = () => this.compute(videoId, parameters, account);
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
  private async compute(videoId: string, parameters: SummaryParameters, account: string): Promise<Result> {
    const { library, writer, results, clock, timeoutMs } = this.parts;
    // Time of its own: cut off for its wait in the line, it would cost its account computing time. The repeat finds what is made too late.
    const signal = AbortSignal.timeout(timeoutMs);
    // As kept, as a rule; looked up anew when its time ended in the line, and then it may be another one.
    const { transcript, hash } = await library.transcript(videoId, account, signal);
    const { made, computeMs } = await this.make(transcript, parameters, account, signal);
    return results.store(resultKey(videoId, hash, parameters, writer.engine), made, computeMs, clock.now());
  }

  private async announce(videoId: string, error: unknown): Promise<void> {
    const code = failureCode(error);
    if (code !== null) await this.parts.results.announceFailure(videoId, code, this.parts.clock.now());
  }

  private async make(
    transcript: Transcript,
    { length, prompt }: SummaryParameters,
    account: string,
    signal: AbortSignal,
  ): Promise<{ made: NewResult; computeMs: number }> {
    const { captions, language, isGenerated, title, durationMs } = transcript;
    const startedMs = performance.now();
    const order = { json: captions.json, language, isGenerated, title, durationMs, length, focus: prompt || undefined };
    const written = await this.parts.writer.write(order, signal).catch((error: unknown) => {
      this.lost(error, performance.now() - startedMs, account, signal);
      if (error instanceof DomainError || error instanceof EngineFailed) throw error;
      throw signal.aborted || error instanceof CutOff
        ? timedOut(error)
        : new EngineFailed('the summary engine threw', error);
    });
    const made = {
      ...written,
      title,
      summaryType: typeNumberOf(length),
      language,
      durationSeconds: secondsOf(durationMs),
    };
    return { made, computeMs: Math.round(performance.now() - startedMs) };
  }

  /** Computing without an answer is free, hence counted. What found no thread, or none in its time, has computed nothing. */
  private lost(error: unknown, tookMs: number, account: string, signal: AbortSignal): void {
    const { computing, metrics } = this.parts;
    if (error instanceof CutOff) {
      computing.cutOff(account, error.ranMs);
      metrics.cutOff(error);
    } else if (!signal.aborted && !(error instanceof DomainError && error.code === 'overloaded')) {
      computing.spend(account, tookMs);
    }
  }
}
