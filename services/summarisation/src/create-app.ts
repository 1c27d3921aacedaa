import 'reflect-metadata';
import type { EventServiceDeps } from '@precis/events/event-service';
import { Relay } from '@precis/events/outbox/relay';
import { SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import { SystemClock } from '@precis/runtime/clock';
import { Closers } from '@precis/runtime/closers';
import { createLogger } from '@precis/runtime/logger';
import { Repeating } from '@precis/runtime/repeating';
import { prepareSchema } from '@precis/runtime/schema-mode';
import { type ServiceApp, startNestApp } from '@precis/runtime/service-app';
import { Registry } from 'prom-client';
import { AppModule } from './app.module.js';
import type { SummarisationConfig } from './config.js';
import type { SummaryEngine } from './engines/summary-engine.js';
import { ExpiredRowsRepository } from './results/expired-rows.repository.js';
import { ForgetExpired } from './results/forget-expired.usecase.js';
import { LoopWriter } from './results/summary-writer.js';
import { openSummarisationDatabase } from './summarisation-database.js';
import { TextThreads } from './text-threads.js';
import { composeUseCases } from './use-cases.js';
import { ComputingBudget } from './work/computing-budget.js';
import { YouTubeSource } from './youtube/youtube.source.js';

export interface SummarisationDeps extends EventServiceDeps {
  /** Absent: the extractive one in threads of its own; it needs no key and no network. This one runs on the event loop. */
  engine?: SummaryEngine;
}

/** Also a copy that lives for less than an hour does its part. */
const FORGET_EVERY_MS = 600_000;

/** Starts summarisation. */
export async function createApp(config: SummarisationConfig, deps: SummarisationDeps): Promise<ServiceApp> {
  const logger = deps.logger ?? createLogger('summarisation', config.LOG_LEVEL);
  const clock = deps.clock ?? new SystemClock();
  const metrics = new Registry();
  const closers = new Closers('summarisation');
  try {
    const database = await openSummarisationDatabase(config.DATABASE_URL, config.DATABASE_POOL);
    closers.push(() => database.destroy());
    await prepareSchema(database, deps.schema);

    const relay = new Relay({
      database,
      databaseUrl: config.DATABASE_URL,
      bus: deps.bus,
      producer: 'summarisation',
      logger,
      metrics,
    });
    relay.start();
    closers.push(() => relay.stop());

    const computing = new ComputingBudget(config.ENGINE_LOST_SECONDS_PER_HOUR);
    const threads = new TextThreads(config, logger, computing);
    closers.push(() => threads.close());

    const source = new YouTubeSource(youTubeConfigOf(config), { readCaptions: threads.readCaptions });
    closers.push(() => source.close());
    const ready = async () => {
      deps.stopping?.throwIfAborted();
      await database.query('SELECT 1');
    };
    const writer = deps.engine ? new LoopWriter(deps.engine) : threads.writer;
    const useCases = composeUseCases({ config, database, source, writer, computing, clock, metrics });

    const forget = new ForgetExpired(new ExpiredRowsRepository(database), clock, (table, count) =>
      useCases.metrics.forgot(table, count),
    );
    const forgetting = new Repeating(FORGET_EVERY_MS, () => forget.execute(), logger);
    forgetting.start();
    closers.push(() => forgetting.stop());

    const app = await startNestApp({
      module: AppModule.with(useCases),
      logger,
      callerSecrets: config.CALLER_SECRETS,
      grpc: { url: config.GRPC_URL, services: { 'summarisation.v1': SummarisationServiceService }, metrics, ready },
    });
    closers.push(() => app.close());

    return { metrics, ready, close: () => closers.close() };
  } catch (error) {
    await closers.close().catch((failure: unknown) => logger.error({ err: failure }, 'close failed'));
    throw error;
  }
}

function youTubeConfigOf(config: SummarisationConfig): ConstructorParameters<typeof YouTubeSource>[0] {
  return {
    baseUrl: config.YOUTUBE_BASE_URL,
    clients: config.YOUTUBE_CLIENTS,
    proxyUrls: config.YOUTUBE_PROXY_URLS,
    callTimeoutMs: config.YOUTUBE_CALL_TIMEOUT_MS,
    totalTimeoutMs: config.YOUTUBE_TOTAL_TIMEOUT_MS,
    requestsPerSecond: config.YOUTUBE_REQUESTS_PER_SECOND,
    preferredLanguages: config.YOUTUBE_PREFERRED_LANGUAGES,
  };
}
