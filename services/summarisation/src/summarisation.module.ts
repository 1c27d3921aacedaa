import { type DynamicModule, Module } from '@nestjs/common';
import { Bulkhead } from '@precis/runtime/bulkhead';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import type { SummarisationConfig } from './config.js';
import { modelLink } from './engines/openai/model-link.js';
import type { SummaryEngine } from './engines/summary-engine.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { JobLimits } from './jobs/create-job.usecase.js';
import { JobsModule } from './jobs/jobs.module.js';
import { JobPlaces } from './jobs/job-runner.js';
import { TranscriptsPerDay } from './reading/read-transcript.usecase.js';
import { ReadingModule } from './reading/reading.module.js';
import { EngineChain } from './results/engine-chain.js';
import { ResultsModule } from './results/results.module.js';
import { SummarySlots } from './results/summarise-video.usecase.js';
import { LoopWriter } from './results/summary-writer.js';
import { SummarisationController } from './summarisation.controller.js';
import { SummaryMetrics } from './summary-metrics.js';
import { TextThreads } from './text-threads.js';
import { DemoSource } from './transcripts/demo.source.js';
import { LookUpBudget, LookUpSlots } from './transcripts/look-up-budget.js';
import { SuppliedReader } from './transcripts/supplied-reader.js';
import { TranscriptRoom } from './transcripts/transcript-room.js';
import { TranscriptSource } from './transcripts/transcript.source.js';
import { TranscriptsModule } from './transcripts/transcripts.module.js';
import { VideosModule } from './videos/videos.module.js';
import { ComputingBudget } from './work/computing-budget.js';
import { overloaded } from './work/work.errors.js';
import { YouTubeSource } from './youtube/youtube.source.js';

interface SummarisationParts extends ModuleParts<SummarisationConfig> {
  /** Default: the extractive engine in separate threads, which needs no key and no network. This one runs on the event loop. */
  engine?: SummaryEngine;
  /** For tests; default: YouTube. */
  source?: TranscriptSource;
}

/** The most unfinished jobs of all accounts together; more are refused as `overloaded`. */
const JOBS_IN_ALL = 10_000;
/** Renewed every second. A process that stalls for longer than this loses its jobs, which another copy then computes again. */
const JOB_LEASE_MS = 20_000;

/** Wires the whole service; closing the Nest application closes its threads and its connections to YouTube. */
@Module({})
export class SummarisationModule {
  static with(parts: SummarisationParts): DynamicModule {
    const { config, logger, metrics, engine, source } = parts;
    const queue = { waiting: config.QUEUE_LIMIT, refusal: overloaded };
    const lookUpSlots = new LookUpSlots(
      { atOnce: config.SOURCE_CONCURRENCY, atOnceOfOne: config.SOURCE_PER_ACCOUNT, ...queue },
      config.YOUTUBE_TOTAL_TIMEOUT_MS,
    );
    // One account gets at most half of the places. The rest stays free for the other accounts.
    const halfEach = (atOnce: number) => ({ atOnce, atOnceOfOne: Math.ceil(atOnce / 2), ...queue });
    const model = engine ? undefined : modelLink(config, parts);
    const summarySlots = new SummarySlots(
      halfEach(config.SUMMARY_CONCURRENCY + (model ? config.OPENAI_CONCURRENCY : 0)),
      config.SUMMARY_TIMEOUT_MS,
    );
    const lookUps = { perMinute: config.LOOKUPS_PER_MINUTE, burst: config.LOOKUPS_BURST };
    const computing = new ComputingBudget(config.ENGINE_LOST_SECONDS_PER_HOUR);
    const threads = new TextThreads(config, logger, computing);
    const youTube = () => new YouTubeSource(youTubeConfigOf(config), { readCaptions: threads.readCaptions });
    const summaryMetrics = new SummaryMetrics(metrics, { source: lookUpSlots, summary: summarySlots });
    const last = {
      writer: engine ? new LoopWriter(engine) : threads.writer,
      places: new Bulkhead(halfEach(config.SUMMARY_CONCURRENCY)),
    };
    const foundation = FoundationModule.with(
      parts,
      [LookUpSlots, lookUpSlots],
      [SummarySlots, summarySlots],
      [LookUpBudget, new LookUpBudget(lookUps, () => performance.now())],
      [ComputingBudget, computing],
      [SummaryMetrics, summaryMetrics],
      [TextThreads, threads],
      [SuppliedReader, threads],
      [TranscriptRoom, new TranscriptRoom()],
      [EngineChain, new EngineChain(model ? [model, last] : [last], summaryMetrics, logger)],
      [JobLimits, new JobLimits(config.JOBS_PER_ACCOUNT, JOBS_IN_ALL)],
      [JobPlaces, new JobPlaces(config.JOB_CONCURRENCY, JOB_LEASE_MS)],
      [TranscriptsPerDay, new TranscriptsPerDay(config.TRANSCRIPTS_PER_DAY)],
      [DemoSource, new DemoSource(config.DEMO_VIDEOS === 'on')],
      [TranscriptSource, source ?? youTube()],
    );
    return {
      module: SummarisationModule,
      imports: [foundation, TranscriptsModule, VideosModule, ResultsModule, JobsModule, ReadingModule, ErasureModule],
      controllers: [SummarisationController],
    };
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
