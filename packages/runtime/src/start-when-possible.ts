import { type Backoff, backoffMs } from './backoff.js';
import { isDatabaseAway, isTransportFailure } from './grpc-errors.js';
import type { Logger } from './logger.js';
import { pause } from './pause.js';

const RETRY: Backoff = { firstMs: 200, factor: 2, capMs: 5_000 };

/**
 * Repeats a start for as long as it fails because a database or another service is away, so that processes may be started in any
 * order. Every other failure, and a stop, ends it.
 */
export async function startWhenPossible<T>(start: () => Promise<T>, stopping: AbortSignal, logger: Logger): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    stopping.throwIfAborted();
    try {
      return await start();
    } catch (error) {
      if (!isDatabaseAway(error) && !isTransportFailure(error)) throw error;
      logger.warn({ err: error as Error, attempt }, 'cannot start yet, trying again');
      await pause(backoffMs(RETRY, attempt, Math.random()), stopping);
    }
  }
}
