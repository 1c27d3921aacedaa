import type { Logger } from './logger.js';
import type { ServiceApp } from './service-app.js';

/** How long a process may drain before it is ended all the same. */
const DRAIN_LIMIT_MS = 30_000;

/** Starts a service as a process of its own: SIGTERM and SIGINT drain it, a second one ends it at once. */
export async function runService(logger: Logger, processLike: NodeJS.Process, start: () => Promise<Pick<ServiceApp, 'close'>>): Promise<void> {
  const app = await start();
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) processLike.exit(1);
    stopping = true;
    logger.info({ signal }, 'draining');
    setTimeout(() => processLike.exit(1), DRAIN_LIMIT_MS).unref();
    await app.close().catch((error: unknown) => logger.error({ err: error }, 'close failed'));
    processLike.exit(0);
  };
  processLike.on('SIGTERM', () => void stop('SIGTERM'));
  processLike.on('SIGINT', () => void stop('SIGINT'));
  logger.info({ pid: processLike.pid }, 'started');
}
