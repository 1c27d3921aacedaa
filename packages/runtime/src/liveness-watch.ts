import type { Logger } from './logger.js';

/** Consecutive failures. Counted instead of timed, because the clock advances while a process is suspended. */
const FAILURES = 12;

/**
 * Calls `dead` once when `alive` threw for the whole of `limitMs`. A container engine without an orchestrator ignores liveness; an orchestrator
 * acts sooner.
 */
export function watchLiveness(alive: () => void, dead: () => void, limitMs: number, logger: Logger): { stop(): void } {
  let failures = 0;
  const timer = setInterval(() => {
    try {
      alive();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures < FAILURES) return;
      clearInterval(timer);
      logger.fatal({ err: error as Error }, 'not alive, ending the process so that a new one replaces it');
      dead();
    }
  }, limitMs / FAILURES).unref();
  return { stop: () => clearInterval(timer) };
}
