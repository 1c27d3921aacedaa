import type { Service, ServiceDeps, ServiceParts } from '@precis/events/start-service';
import { SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import type { DynamicModule } from '@nestjs/common';
import { AppModule } from './app.module.js';
import { processSchema, type SummarisationConfig } from './config.js';
import { openDatabase } from './database.js';
import type { SummaryEngine } from './engines/summary-engine.js';
import { ExpiredRowsRepository } from './results/expired-rows.repository.js';
import { ForgetExpired } from './results/forget-expired.usecase.js';
import { LoopWriter } from './results/summary-writer.js';
import { TextThreads } from './text-threads.js';
import { composeUseCases } from './use-cases.js';
import { ComputingBudget } from './work/computing-budget.js';
import { YouTubeSource } from './youtube/youtube.source.js';

export interface SummarisationDeps extends ServiceDeps {
  /** Absent: the extractive one in threads of its own; it needs no key and no network. This one runs on the event loop. */
  engine?: SummaryEngine;
}

/** A copy that lives for less than an hour does its part as well. */
const FORGET_EVERY_MS = 600_000;

export const summarisation: Service<SummarisationConfig, SummarisationDeps> = {
  name: 'summarisation',
  processSchema,
  openDatabase,
  module: summarisationModule,
  rpc: { 'summarisation.v1': SummarisationServiceService },
  publishes: true,
  everyMs: [[FORGET_EVERY_MS, ForgetExpired]],
};

function summarisationModule(parts: ServiceParts<SummarisationConfig> & SummarisationDeps): DynamicModule {
  const { config, database, clock, logger, metrics, closers, engine } = parts;
  const computing = new ComputingBudget(config.ENGINE_LOST_SECONDS_PER_HOUR);
  const threads = new TextThreads(config, logger, computing);
  closers.push(() => threads.close());
  const source = new YouTubeSource(youTubeConfigOf(config), { readCaptions: threads.readCaptions });
  closers.push(() => source.close());
  const writer = engine ? new LoopWriter(engine) : threads.writer;
  const useCases = composeUseCases({ config, database, source, writer, computing, clock, metrics });
  const forget = new ForgetExpired(new ExpiredRowsRepository(database), clock, (table, count) =>
    useCases.metrics.forgot(table, count),
  );
  const root = AppModule.with(useCases);
  return { ...root, providers: [...(root.providers ?? []), { provide: ForgetExpired, useValue: forget }] };
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
