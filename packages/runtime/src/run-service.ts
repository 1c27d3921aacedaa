import { type Backoff, backoffMs } from './backoff.js';
import { DRAIN_LIMIT_MS } from './drain-limits.js';
import { isDatabaseAway, isTransportFailure } from './grpc-errors.js';
import { watchLiveness } from './liveness-watch.js';
import type { Logger } from './logger.js';
import { type OpsServer, startOpsServer } from './ops-server.js';
import { pause } from './pause.js';
import { allMetrics, processMetrics } from './process-metrics.js';
import type { OpsConfig } from './settings.js';
import type { ServiceApp } from './service-app.js';
import { startTracing, type Tracing } from './tracing/start-tracing.js';

/** How long liveness may fail before the process ends itself: longer than an orchestrator takes. */
const DEAD_LIMIT_MS = 60_000;

/** The parts of a process that tests replace. */
export interface ProcessLike {
  pid: number;
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): void;
}

/** The process that a service runs in. */
export interface ServiceProcess {
  /** Its name in traces. */
  name: string;
  logger: Logger;
  process: ProcessLike;
  config: OpsConfig;
  /** For tests; default: DRAIN_LIMIT_MS. */
  drainLimitMs?: number;
  /** For tests; default: DEAD_LIMIT_MS. */
  deadLimitMs?: number;
  /** Waits for DRAIN_DELAY_MS; for tests. */
  delay?: (ms: number) => Promise<void>;
}

/**
 * Runs a service as a separate process with an ops port. `start` gets a signal; when it fires, the app reports that it is not ready. `start` is
 * repeated while a required database or service is unavailable. After SIGTERM or SIGINT, the process reports not ready, serves as usual for DRAIN_DELAY_MS,
 * drains, and exits with 0. A second signal ends it at once. After a failed start the process logs it and exits with 1. When liveness
 * fails for DEAD_LIMIT_MS, the process drains and exits with 1 (OPS-7).
 */
export async function runService(
  service: ServiceProcess,
  start: (stopping: AbortSignal) => Promise<ServiceApp>,
): Promise<void> {
  const { name, logger, process, config } = service;
  const stopping = new AbortController();
  let app: ServiceApp | undefined;
  const ofProcess = processMetrics();
  const running = () => {
    stopping.signal.throwIfAborted();
    if (!app) throw new Error('starting');
    return app;
  };
  try {
    const tracing = await startTracing(name, config, ofProcess, logger);
    const ops = await startOpsServer(
      { port: config.OPS_PORT, host: config.OPS_HOST },
      {
        alive: () => app?.alive?.(),
        ready: async () => running().ready(),
        metrics: () => app && allMetrics(ofProcess, [app.metrics]),
      },
      logger,
    );
    logger.info({ port: ops.port }, 'ops port open');
    const starting = startWhenPossible(() => start(stopping.signal), stopping.signal, logger);
    const drain = (exitCode: 0 | 1) => {
      if (stopping.signal.aborted) return;
      stopping.abort(new Error('shutting down'));
      void drainAndExit(service, starting, tracing, ops, exitCode);
    };
    // Counted apart from the drain, which failed liveness may have begun: an orchestrator's first signal must not cut it short.
    let isAsked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (isAsked) return process.exit(1);
        isAsked = true;
        logger.info({ signal }, 'draining');
        drain(0);
      });
    }
    app = await starting;
    logger.info({ pid: process.pid }, 'started');
    const watch = watchLiveness(
      () => app?.alive?.(),
      () => drain(1),
      service.deadLimitMs ?? DEAD_LIMIT_MS,
      logger,
    );
    stopping.signal.addEventListener('abort', () => watch.stop());
  } catch (error) {
    if (stopping.signal.aborted) return;
    logger.fatal({ err: error as Error }, 'did not start');
    process.exit(1);
  }
}

async function drainAndExit(
  { logger, process, config, drainLimitMs = DRAIN_LIMIT_MS, delay = pause }: ServiceProcess,
  starting: Promise<ServiceApp>,
  tracing: Tracing,
  ops: OpsServer,
  exitCode: 0 | 1,
): Promise<void> {
  const end = () => {
    logger.error('did not stop in time');
    process.exit(1);
  };
  // Armed before the wait for the start, which may hang.
  setTimeout(end, config.DRAIN_DELAY_MS + drainLimitMs).unref();
  const app = await starting.catch(() => undefined);
  if (app) await delay(config.DRAIN_DELAY_MS);
  try {
    await app?.close();
    await tracing.stop();
    await ops.close();
    logger.info('stopped');
    process.exit(exitCode);
  } catch (error) {
    logger.error({ err: error as Error }, 'close failed');
    process.exit(1);
  }
}

const RETRY: Backoff = { firstMs: 200, factor: 2, capMs: 5_000 };

/**
 * Repeats a start while it fails because a database or another service is unavailable, so that processes may be started in any order. Any other
 * failure, and a stop, ends the repeats.
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
