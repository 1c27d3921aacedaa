import type { Logger } from './logger.js';

/** In a row; by number and not by the clock, which goes on while a process is stopped. */
const FAILURES = 12;

/**
 * Calls `dead` once when `alive` threw for the whole of `limitMs`. A container engine without an orchestrator looks at liveness and does
 * nothing about it; with one, the orchestrator is quicker.
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
      logger.fatal({ err: error as Error }, 'not alive, giving way to a new process');
      dead();
    }
  }, limitMs / FAILURES).unref();
  return { stop: () => clearInterval(timer) };
}
