import type { RpcOptions } from '@precis/runtime/grpc-client';
import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';

/** All that an answer waits for a part that it can go without. */
const LIMIT_MS = 500;

/**
 * What a service says within so short a time; null when it is away, late or refuses. For what an answer can go without: never rejects, and
 * holds nobody up for longer.
 */
export async function answerInTime<T>(
  logger: Logger,
  what: string,
  ask: (options: RpcOptions) => Promise<T>,
): Promise<T | null> {
  try {
    const late = () => new Error(`no answer within ${LIMIT_MS} ms`);
    // The call's own deadline is later: within() still takes an answer that came while the loop was busy.
    return await within(LIMIT_MS, ask({ deadlineMs: 2 * LIMIT_MS, idempotent: true }), late);
  } catch (error) {
    logger.debug({ err: error }, `${what} could not be read`);
    return null;
  }
}
