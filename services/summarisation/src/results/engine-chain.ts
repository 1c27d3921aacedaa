import type { Bulkhead } from '@precis/runtime/bulkhead';
import { DomainError } from '@precis/runtime/domain-error';
import type { Logger } from '@precis/runtime/logger';
import type { SummaryMetrics } from '../summary-metrics.js';
import { timedOut, unlessLeft } from '../work/work.errors.js';
import type { EngineVersion, SummaryWriter } from './summary-writer.js';

/** One engine of the chain, with separate places: engines that wait for a server and engines that use a thread must not block each other. */
export interface ChainLink {
  writer: SummaryWriter;
  places: Bulkhead;
  /** Time limit of one summary, including the wait for a place. When absent, all remaining time, as for the last engine. */
  timeoutMs?: number;
  /** Why it cannot be used now, known without a call. When absent, it always can. */
  unavailable?: () => string | undefined;
}

/** The input of a step: the engine, its deadline, whether it is not the first of the chain (`isFallBack`), and whether it is the last. */
export interface Turn {
  writer: SummaryWriter;
  signal: AbortSignal;
  isFallBack: boolean;
  isLast: boolean;
}

/** Time reserved for the engines after one that is given up. The extractive engine needs far less, except for hours of speech on a busy machine. */
const KEPT_MS = 5_000;
/** Twice as long as a breaker first stays open (breaker.ts). */
const TRANSLATION_AGAIN_SECONDS = 30;
/** An engine is not started with less time than this. */
const WORTHWHILE_MS = 500;

/**
 * The engines in order of preference. When one fails, is unavailable, or has no time left, the next one writes the summary; the last one depends on
 * nothing else. A result is stored under the key of the engine that made it.
 *
 * A stored result of a later engine must not hide what the first one would write. It is used only while every engine before it is unavailable (its
 * breaker is open or its money is spent), or when that engine has just failed at the same summary. Otherwise the first engine is asked again, so
 * that a summary improves as soon as possible. A repeat with the same Idempotency-Key does not come here: it gets the result that was charged, from
 * any engine.
 */
export class EngineChain {
  constructor(
    private readonly links: readonly ChainLink[],
    private readonly metrics: Pick<SummaryMetrics, 'fellBack'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** The engines in order of preference. */
  get engines(): EngineVersion[] {
    return this.links.map(({ writer }) => writer.engine);
  }

  /** Engines whose stored results may be returned now, the best first. */
  get answering(): EngineVersion[] {
    const firstAsked = this.links.findIndex((link) => link.unavailable?.() === undefined);
    return this.engines.slice(0, firstAsked + 1);
  }

  /**
   * The engine that is asked first for a summary now. Throws `language_unavailable` or `translation_unavailable` as run() does (SUM-21).
   */
  first(isTranslation: boolean): EngineVersion {
    const able = this.links.filter(({ writer }) => !isTranslation || writer.engine.translates);
    const link = able.find(({ unavailable }) => unavailable?.() === undefined);
    if (!link) throw noTranslation(able.length > 0);
    return link.writer.engine;
  }

  /**
   * Gives one engine after the other its turn, until one succeeds. `untilMs`, by performance.now(), is when the callers leave. With
   * `isTranslation`, only engines that write in another language than the transcript's take part. Throws the error of the last one; not_found
   * `language_unavailable` when no engine translates, unavailable `translation_unavailable` when those that do have failed (SUM-21).
   */
  async run<T>(
    account: string,
    { signal, untilMs, isTranslation }: { signal: AbortSignal; untilMs: number; isTranslation: boolean },
    take: (turn: Turn) => Promise<T>,
  ): Promise<T> {
    const last = this.links.length - 1;
    for (const [at, link] of this.links.entries()) {
      const { writer, places } = link;
      if (isTranslation && !writer.engine.translates) continue;
      const turn = { writer, isFallBack: at > 0, isLast: at === last };
      if (turn.isLast) return places.run(() => take({ ...turn, signal }), account, signal);
      // Node rejects fractions of a millisecond as a timeout.
      const leftMs = Math.floor(untilMs - performance.now() - KEPT_MS);
      const why = link.unavailable?.() ?? (leftMs < WORTHWHILE_MS ? 'no_time' : undefined);
      if (why === undefined) {
        const within = AbortSignal.any([signal, AbortSignal.timeout(Math.min(link.timeoutMs ?? leftMs, leftMs))]);
        try {
          return await unlessLeft(
            within,
            places.run(() => take({ ...turn, signal: within }), account, within),
          );
        } catch (error) {
          if (signal.aborted) throw timedOut(error);
          this.fellBack(writer.engine, codeOf(error));
        }
      } else this.fellBack(writer.engine, why);
    }
    throw noTranslation(this.engines.some(({ translates }) => translates));
  }

  /** Counts and logs that an engine was skipped or failed. Only the code is logged, because a provider's message may repeat keys and prompts. */
  private fellBack({ name }: EngineVersion, code: string): void {
    this.metrics.fellBack(name, code);
    this.logger.warn({ engine: name, code }, 'an engine wrote no summary; the next one of the chain is asked');
  }
}

function noTranslation(hasTried: boolean): DomainError {
  return hasTried
    ? new DomainError(
        'unavailable',
        'translation_unavailable',
        'The summary cannot be written in the requested language at the moment. Please try again later, or without language.',
        { retryAfterSeconds: TRANSLATION_AGAIN_SECONDS },
      )
    : new DomainError(
        'not_found',
        'language_unavailable',
        'The captions of this video are in another language than the requested one, and this deployment does not translate summaries.',
      );
}

/** The code of the first failure that has one; failures are wrapped. */
function codeOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (
      'code' in cause &&
      typeof cause.code === 'string' &&
      (cause instanceof DomainError || cause.name === 'ModelFailed')
    )
      return cause.code;
  }
  return 'failed';
}
