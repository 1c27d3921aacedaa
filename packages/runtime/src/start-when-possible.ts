import { isDatabaseAway, isTransportFailure } from './grpc-errors.js';
import type { Logger } from './logger.js';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

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
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2), stopping);
    }
  }
}

function pause(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      stopping.removeEventListener('abort', done);
      resolve();
    }
    stopping.addEventListener('abort', done);
  });
}
