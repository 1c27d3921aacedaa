import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import { pause } from '@precis/runtime/pause';
import type { Breaker } from './breaker.js';
import type { ModelAnswer, ModelClient, ModelRequest, TokenUse } from './model-client.js';
import { ModelFailed, type ModelFailure } from './model-failed.js';
import type { ModelMetrics } from './model-metrics.js';
import type { MoneyBudget } from './money-budget.js';
import { tokensIn } from './transcript-blocks.js';

const MAX_TRIES = 3;
const RETRY: Backoff = { firstMs: 300, factor: 3, capMs: 3_000 };
const PASSING: ModelFailure[] = ['rate_limited', 'server_error', 'connection'];
/** Failures after which the provider has certainly computed nothing, so they cost nothing. */
const FREE: ModelFailure[] = ['rate_limited', 'rejected', 'unsupported', 'server_error'];

/** HTTP statuses after which the provider may have computed an answer that a proxy did not wait for. */
const MAY_COST = [408, 504];

/** The calls for one summary: when they end, and the tokens that they may still use. */
export interface SummaryCalls {
  signal: AbortSignal;
  /** When `signal` fires, in ms by performance.now(). */
  untilMs: number;
  tokensLeft: number;
}

/** The only layer that retries calls of a model; it passes each through the breaker, both budgets and the metrics. */
export class ModelCalls {
  constructor(
    private readonly client: Pick<ModelClient, 'complete'>,
    private readonly breaker: Breaker,
    private readonly money: MoneyBudget,
    private readonly metrics: ModelMetrics,
  ) {}

  /** Returns the result of `read`; an answer that it cannot read is a failed call. Throws ModelFailed, and database errors. */
  async complete<T>(request: ModelRequest, calls: SummaryCalls, read: (text: string) => T): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.once(request, calls, read);
      } catch (error) {
        if (!(error instanceof ModelFailed) || !PASSING.includes(error.code) || tries === MAX_TRIES) throw error;
        const waitMs = Math.max(error.detail.retryAfterMs ?? 0, backoffMs(RETRY, tries, Math.random()));
        // A wait beyond the deadline would only take time from the next engine.
        if (performance.now() + waitMs >= calls.untilMs) throw error;
        await pause(waitMs, calls.signal);
      }
    }
  }

  private async once<T>(request: ModelRequest, calls: SummaryCalls, read: (text: string) => T): Promise<T> {
    if (calls.signal.aborted) throw new ModelFailed('timed_out');
    // Refused before any budget is used.
    if (this.breaker.isOpen) throw new ModelFailed('breaker_open');
    const most = { input: inputTokens(request), output: request.maxTokens };
    if (most.input + most.output > calls.tokensLeft) throw new ModelFailed('too_long');
    calls.tokensLeft -= most.input + most.output;
    const settle = await this.money.take({ input: bytesOf(request), output: request.maxTokens });
    const settled = async (used: TokenUse) => {
      calls.tokensLeft += most.input + most.output - used.input - used.output;
      this.metrics.used(used, this.money.costMicroCents(used) / 1_000_000);
      // If the refund cannot be stored, the call stays counted in full.
      await settle(used).catch(() => undefined);
    };
    let answer: ModelAnswer | undefined;
    const call = async () => {
      answer = await this.client.complete(request, calls.signal);
      return read(answer.text);
    };
    const usedBy = ({ use, text }: ModelAnswer) => use ?? { input: most.input, output: tokensIn(text) };
    try {
      const done = await this.breaker.run(call, countsAsFailure(request, calls));
      this.metrics.called('ok');
      await settled(answer ? usedBy(answer) : most);
      return done;
    } catch (error) {
      const { code, detail } = error instanceof ModelFailed ? error : new ModelFailed('connection');
      this.metrics.called(code);
      const isFree =
        (FREE.includes(code) && !MAY_COST.includes(detail.status ?? 0)) || code === 'breaker_open' || detail.isUnsent;
      const used = answer ? usedBy(answer) : detail.use;
      await settled(used ?? (isFree ? { input: 0, output: 0 } : most));
      throw error;
    }
  }

  /** True while only one call is let through, until it has succeeded. */
  get isOnTrial(): boolean {
    return this.breaker.isOnTrial;
  }

  /** Reports whether the model's text could be delivered, because well-formed but worthless answers must not cost money for ever either. */
  judged(isUseful: boolean): void {
    this.breaker.judged(isUseful);
  }
}

/**
 * A call that was abandoned because a sibling had failed is not a failure of the provider; a call that used up its time is. A server that rejects one
 * form of the request has not failed either: it may support the next form.
 */
function countsAsFailure({ form }: ModelRequest, { signal }: SummaryCalls): (error: unknown) => boolean {
  return (error) => {
    const reason: unknown = signal.reason;
    if (signal.aborted && !(reason instanceof DOMException && reason.name === 'TimeoutError')) return false;
    return !(error instanceof ModelFailed && error.code === 'unsupported' && form !== 'text');
  };
}

/**
 * An upper bound of the tokens: no tokenizer makes more tokens of a text than it has bytes. An estimate may be too low, and would exceed the money
 * of a day.
 */
function bytesOf({ system, user, schema }: ModelRequest): number {
  return Buffer.byteLength(system + user + JSON.stringify(schema)) + 20;
}

function inputTokens({ system, user, form, schema }: ModelRequest): number {
  const asked = form === 'json_schema' ? tokensIn(JSON.stringify(schema)) : 0;
  return tokensIn(system) + tokensIn(user) + asked + 20;
}
