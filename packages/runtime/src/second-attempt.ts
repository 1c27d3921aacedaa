import { pause } from './pause.js';

/** One attempt of a call: its answer, and how to give it up. */
export interface Attempt<R> {
  answer: Promise<R>;
  cancel(): void;
}

/** A call that may be made twice. */
export interface TwiceCall<R> {
  /** Begins an attempt that ends within `limitMs`. */
  begin(limitMs: number): Attempt<R>;
  /** How long to wait for the first attempt alone. From `limitMs` on, a second attempt begins only after a failure of the first. */
  afterMs: number;
  /** How long to wait in all. */
  limitMs: number;
  /** Whether the error of an attempt says nothing about the call, so that the other attempt decides. */
  isTransportFailure(error: unknown): boolean;
}

/** At most this long after a failed first attempt, so that the callers of a lost copy do not all turn to the next one at the same moment. */
const JITTER_MS = 50;

/**
 * Makes an idempotent call that begins a second time when the first attempt fails in transport or takes long; the next copy of the service may be
 * faster. The first attempt continues meanwhile, and the first answer counts: on a machine without idle time both attempts are slow, and an
 * abandoned one would only add work. Rejects with the error that the service answered. When both attempts failed in transport, it rejects with the
 * later failure.
 */
export function withSecondAttempt<R>(call: TwiceCall<R>): Promise<R> {
  const { promise, resolve, reject } = Promise.withResolvers<R>();
  const endMs = performance.now() + call.limitMs;
  const attempts = new Set<Attempt<R>>();
  let hasSecond = false;
  const settle = (how: () => void) => {
    clearTimeout(timer);
    for (const attempt of attempts) attempt.cancel();
    how();
  };
  const begin = (limitMs: number) => {
    const attempt = call.begin(limitMs);
    attempts.add(attempt);
    attempt.answer.then(
      (answer) => {
        attempts.delete(attempt);
        settle(() => resolve(answer));
      },
      (error: unknown) => {
        attempts.delete(attempt);
        const mayGoOn = attempts.size > 0 || (!hasSecond && performance.now() < endMs);
        if (!mayGoOn || !call.isTransportFailure(error)) return settle(() => reject(error));
        if (!hasSecond) void pause(Math.random() * JITTER_MS).then(beginSecond);
      },
    );
  };
  const beginSecond = () => {
    if (hasSecond) return;
    clearTimeout(timer);
    hasSecond = true;
    begin(Math.max(1, endMs - performance.now()));
  };
  const timer = call.afterMs < call.limitMs ? setTimeout(beginSecond, call.afterMs) : undefined;
  begin(call.limitMs);
  return promise;
}
