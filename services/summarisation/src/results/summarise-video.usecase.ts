import type { Result } from '@precis/proto/summarisation/v1/summarisation';
import type { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import type { SummaryEngine } from '../engines/summary-engine.js';
import type { LookUpBudget } from '../transcripts/look-up-budget.js';
import type { TranscriptLibrary } from '../transcripts/transcript-library.js';
import type { Transcript } from '../transcripts/transcript.source.js';
import { SingleFlight } from '../work/single-flight.js';
import type { WorkSlots } from '../work/work-slots.js';
import { timedOut } from '../work/work.errors.js';
import { unfoundedSentences } from './citations.rule.js';
import { type SummaryParameters, typeNumberOf } from './parameters.rule.js';
import { parametersHash, resultKey } from './result-key.js';
import { EngineFailed, failureCode } from './results.errors.js';
import type { NewResult, ResultsRepository } from './results.repository.js';

export interface SummariseVideoParts {
  library: TranscriptLibrary;
  engine: SummaryEngine;
  results: ResultsRepository;
  slots: WorkSlots;
  budget: LookUpBudget;
  clock: Clock;
  /** For a whole summary: waiting, transcript, engine and storing. */
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
  private readonly computations = new SingleFlight<Result>();
  /** Failures that several accounts met together are told once. */
  private readonly told = new WeakSet<object>();

  constructor(private readonly parts: SummariseVideoParts) {}

  /** Throws not_found or unavailable with the code of the source or engine; a summary that is wrong in itself is a plain Error. */
  async execute(videoId: string, parameters: SummaryParameters, account: string, caller: AbortSignal): Promise<Result> {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(this.parts.timeoutMs)]);
    const key = `${account} ${videoId} ${parametersHash(parameters).toString('hex')}`;
    const { result, hasLookedUp } = await this.flights.run(key, signal, () => this.summarise(videoId, parameters, account));
    // Only here: whoever left before the answer is not charged for it.
    if (hasLookedUp) this.parts.budget.earn(account);
    return result;
  }

  private async summarise(videoId: string, parameters: SummaryParameters, account: string): Promise<Summarised> {
    const { library, engine, results, slots, clock, timeoutMs } = this.parts;
    // Its own time and not a caller's: who leaves must not take the summary away from the others.
    const signal = AbortSignal.timeout(timeoutMs);

    const known = await library.known(videoId);
    if (known && 'refusal' in known) throw known.refusal;
    const stored = known && (await results.deliver(resultKey(videoId, known.hash, parameters, engine), clock.now()));
    if (stored) return { result: stored, hasLookedUp: false };

    try {
      const found = await library.transcript(videoId, account, signal);
      const key = resultKey(videoId, found.hash, parameters, engine);
      // The transcript may have been fetched anew and be the old one word for word.
      const same = known ? null : await results.deliver(key, clock.now());
      if (same) return { result: same, hasLookedUp: true };
      const compute = () =>
        // Storing keeps the slot: a burst waits in the queue, which has a limit, and not for database connections.
        slots.run(signal, async () => {
          const { made, computeMs } = await this.make(found.transcript, parameters, signal);
          return results.store(key, made, computeMs, clock.now());
        });
      return { result: await this.computations.run(JSON.stringify(key), signal, compute), hasLookedUp: known === null };
    } catch (error) {
      await this.announce(videoId, error);
      throw error;
    }
  }

  private async announce(videoId: string, error: unknown): Promise<void> {
    const code = failureCode(error);
    if (code === null || this.told.has(error as object)) return;
    this.told.add(error as object);
    await this.parts.results.announceFailure(videoId, code, this.parts.clock.now());
  }

  private async make(transcript: Transcript, { length, prompt }: SummaryParameters, signal: AbortSignal): Promise<{ made: NewResult; computeMs: number }> {
    const { segments, language, isGenerated, title } = transcript;
    const startedMs = performance.now();
    const output = await this.parts.engine
      .summarise({ segments, language, isGenerated, length, title, focus: prompt || undefined }, signal)
      .catch((error: unknown) => {
        if (error instanceof DomainError) throw error;
        throw signal.aborted ? timedOut(error) : new EngineFailed('the summary engine threw', error);
      });
    const unfounded = unfoundedSentences(output.sentences, segments, transcript.durationMs);
    if (output.sentences.length === 0 || unfounded.length > 0) {
      throw new EngineFailed(`${unfounded.length} of ${output.sentences.length} sentences are not borne out by the transcript`);
    }
    const transcriptLength = segments.reduce((chars, { text }) => chars + text.length + 1, -1);
    const made = { ...output, title, transcriptLength, summaryType: typeNumberOf(length), language };
    return { made, computeMs: Math.round(performance.now() - startedMs) };
  }
}
