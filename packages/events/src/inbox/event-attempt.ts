import { backoffMs } from '@precis/runtime/backoff';
import { isTransientConflict } from '@precis/runtime/transient-conflict';
import type { EntityManager } from 'typeorm';
import { type ConsumerOptions, DEADLINE_MS, MAX_ATTEMPTS, RETRY_BACKOFF } from './consumer-options.js';
import { causeOf, type Setback } from './consumed-events.js';
import { inEventTransaction } from './event-transaction.js';
import type { Stopwatch } from './stopwatch.js';

const TRIES = 3;

/** One attempt at one event: a transaction within the deadline. */
export async function attempt<T>(
  options: ConsumerOptions,
  stopwatch: Stopwatch,
  step: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const stop = stopwatch.start();
    try {
      return await inEventTransaction(options.database, options.deadlineMs ?? DEADLINE_MS, step);
    } catch (error) {
      if (tries === TRIES || !isTransientConflict(error)) throw error;
    } finally {
      stop();
    }
  }
}

/** What a failed attempt leads to: another one later, or death. */
export function setbackAfter(options: ConsumerOptions, attempts: number, error: unknown): Setback {
  const dead = attempts >= (options.maxAttempts ?? MAX_ATTEMPTS);
  return {
    state: dead ? 'dead' : 'parked',
    attempts,
    delayMs: dead ? 0 : backoffMs(options.backoff ?? RETRY_BACKOFF, attempts, Math.random()),
    cause: causeOf(error),
  };
}
