import type { RpcOptions } from '@precis/runtime/grpc-client';
import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';

/** How long an answer waits for an optional part. */
const LIMIT_MS = 500;
/** The call's own deadline is later, so that within() still takes an answer that arrived while the event loop was busy. */
const CALL = { deadlineMs: 2 * LIMIT_MS, limitMs: 2 * LIMIT_MS, idempotent: true };

/**
 * Asks a service for an optional part of an answer. Returns null when the service is unavailable, refuses, or takes longer than 500 ms. Never
 * rejects.
 */
export async function answerInTime<T>(
  logger: Logger,
  what: string,
  ask: (options: RpcOptions) => Promise<T>,
): Promise<T | null> {
  try {
    const late = () => new Error(`no answer within ${LIMIT_MS} ms`);
    return await within(LIMIT_MS, ask(CALL), late);
  } catch (error) {
    logger.debug({ err: error }, `${what} could not be read`);
    return null;
  }
}
