import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { Logger } from '@precis/runtime/logger';
import type { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import type { SummarisationConfig } from './config.js';
import type { SummaryEngine } from './engines/summary-engine.js';
import { SummarySlots } from './results/summarise-video.usecase.js';
import { LoopWriter, SummaryWriter } from './results/summary-writer.js';
import { SummaryMetrics } from './summary-metrics.js';
import { TextThreads } from './text-threads.js';
import { DemoSource } from './transcripts/demo.source.js';
import { LookUpBudget, LookUpSlots } from './transcripts/look-up-budget.js';
import { TranscriptSource } from './transcripts/transcript.source.js';
import { ComputingBudget } from './work/computing-budget.js';
import { overloaded } from './work/work.errors.js';
import { YouTubeSource } from './youtube/youtube.source.js';

/** What the service is given when it starts. */
export interface Foundation {
  config: SummarisationConfig;
  database: DataSource;
  clock: Clock;
  logger: Logger;
  metrics: Registry;
  /** Absent: the extractive one in threads of its own; it needs no key and no network. This one runs on the event loop. */
  engine?: SummaryEngine;
  /** For tests; absent: YouTube. */
  source?: TranscriptSource;
}

/** What is built from configuration, once per application; everything else is wired by Nest. */
@Module({})
export class FoundationModule {
  static with({ config, database, clock, logger, metrics, engine, source }: Foundation): DynamicModule {
    const queue = { waiting: config.QUEUE_LIMIT, refusal: overloaded };
    const lookUpSlots = new LookUpSlots(
      { atOnce: config.SOURCE_CONCURRENCY, atOnceOfOne: config.SOURCE_PER_ACCOUNT, ...queue },
      config.YOUTUBE_TOTAL_TIMEOUT_MS,
    );
    const summarySlots = new SummarySlots(
      // Half for what one account's captions, however made, may hold; the other half is for everybody else.
      { atOnce: config.SUMMARY_CONCURRENCY, atOnceOfOne: Math.ceil(config.SUMMARY_CONCURRENCY / 2), ...queue },
      config.SUMMARY_TIMEOUT_MS,
    );
    const lookUps = { perMinute: config.LOOKUPS_PER_MINUTE, burst: config.LOOKUPS_BURST };
    const computing = new ComputingBudget(config.ENGINE_LOST_SECONDS_PER_HOUR);
    const threads = new TextThreads(config, logger, computing);
    const youTube = () => new YouTubeSource(youTubeConfigOf(config), { readCaptions: threads.readCaptions });
    const values: [object, object][] = [
      [DataSource, database],
      [Clock, clock],
      [LookUpSlots, lookUpSlots],
      [SummarySlots, summarySlots],
      [LookUpBudget, new LookUpBudget(lookUps, () => performance.now())],
      [ComputingBudget, computing],
      [SummaryMetrics, new SummaryMetrics(metrics, { source: lookUpSlots, summary: summarySlots })],
      [TextThreads, threads],
      [SummaryWriter, engine ? new LoopWriter(engine) : threads.writer],
      [DemoSource, new DemoSource(config.DEMO_VIDEOS === 'on')],
      [TranscriptSource, source ?? youTube()],
    ];
    const providers = values.map(([provide, useValue]) => ({ provide: provide as never, useValue }));
    return { module: FoundationModule, global: true, providers, exports: providers };
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
