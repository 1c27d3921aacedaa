import { Bulkhead } from '@precis/runtime/bulkhead';
import type { Clock } from '@precis/runtime/clock';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { SummarisationConfig } from './config.js';
import { GetResult } from './results/get-result.usecase.js';
import { ResultsRepository } from './results/results.repository.js';
import type { SummaryWriter } from './results/summary-writer.js';
import { SummariseVideo } from './results/summarise-video.usecase.js';
import { SummaryMetrics } from './summary-metrics.js';
import { DemoSource } from './transcripts/demo.source.js';
import { LookUpBudget } from './transcripts/look-up-budget.js';
import { TranscriptLibrary } from './transcripts/transcript-library.js';
import type { TranscriptSource } from './transcripts/transcript.source.js';
import { TranscriptsRepository } from './transcripts/transcripts.repository.js';
import { GetInfo } from './videos/get-info.usecase.js';
import { ListDemoVideos } from './videos/list-demo-videos.usecase.js';
import { ResolveVideo } from './videos/resolve-video.usecase.js';
import type { ComputingBudget } from './work/computing-budget.js';
import { overloaded } from './work/work.errors.js';

type UsedSettings =
  | 'DEMO_VIDEOS'
  | 'LOOKUPS_BURST'
  | 'LOOKUPS_PER_MINUTE'
  | 'QUEUE_LIMIT'
  | 'SOURCE_CONCURRENCY'
  | 'SOURCE_PER_ACCOUNT'
  | 'SUMMARY_CONCURRENCY'
  | 'SUMMARY_TIMEOUT_MS'
  | 'YOUTUBE_TOTAL_TIMEOUT_MS';

export interface UseCaseParts {
  config: Pick<SummarisationConfig, UsedSettings>;
  database: DataSource;
  source: TranscriptSource;
  writer: SummaryWriter;
  /** Shared with whoever reads captions. */
  computing: ComputingBudget;
  clock: Clock;
  metrics: Registry;
}

/** Everything that the service can do, put together once; tests build the same with a source and an engine of their own. */
export interface UseCases {
  resolveVideo: ResolveVideo;
  summariseVideo: SummariseVideo;
  getInfo: GetInfo;
  getResult: GetResult;
  listDemoVideos: ListDemoVideos;
  metrics: SummaryMetrics;
}

export function composeUseCases({
  config,
  database,
  source,
  writer,
  computing,
  clock,
  metrics,
}: UseCaseParts): UseCases {
  const demo = config.DEMO_VIDEOS === 'on' ? new DemoSource() : undefined;
  const sourceSlots = new Bulkhead({
    atOnce: config.SOURCE_CONCURRENCY,
    atOnceOfOne: config.SOURCE_PER_ACCOUNT,
    waiting: config.QUEUE_LIMIT,
    refusal: overloaded,
  });
  const lookUps = new LookUpBudget({ perMinute: config.LOOKUPS_PER_MINUTE, burst: config.LOOKUPS_BURST }, () =>
    performance.now(),
  );
  const slots = new Bulkhead({
    atOnce: config.SUMMARY_CONCURRENCY,
    // What one account's captions, however made, may hold; the other half is for everybody else.
    atOnceOfOne: Math.ceil(config.SUMMARY_CONCURRENCY / 2),
    waiting: config.QUEUE_LIMIT,
    refusal: overloaded,
  });
  const summaryMetrics = new SummaryMetrics(metrics, { source: sourceSlots, summary: slots });
  const results = new ResultsRepository(database);
  const library = new TranscriptLibrary({
    demo,
    source,
    repository: new TranscriptsRepository(database),
    clock,
    slots: sourceSlots,
    budget: lookUps,
    sourceTimeoutMs: config.YOUTUBE_TOTAL_TIMEOUT_MS,
  });
  return {
    resolveVideo: new ResolveVideo(library, results, writer.engine, clock),
    summariseVideo: new SummariseVideo({
      library,
      writer,
      results,
      slots,
      lookUps,
      computing,
      clock,
      metrics: summaryMetrics,
      timeoutMs: config.SUMMARY_TIMEOUT_MS,
    }),
    getInfo: new GetInfo(library),
    getResult: new GetResult(results, clock),
    listDemoVideos: new ListDemoVideos(demo !== undefined),
    metrics: summaryMetrics,
  };
}
