import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SummaryCompleted, SummaryFailed } from '@precis/proto/events/summarisation/v1/summary';
import { createLogger } from '@precis/runtime/logger';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { StandingClock } from '@precis/testing/standing-clock';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { readConfig } from '../config.js';
import type { SummaryEngine } from '../engines/summary-engine.js';
import { EstimateSummary } from '../reading/estimate-summary.usecase.js';
import { ReadTranscript } from '../reading/read-transcript.usecase.js';
import { ForgetExpired } from '../results/forget-expired.usecase.js';
import { GetResult } from '../results/get-result.usecase.js';
import { GetTicks } from '../results/get-ticks.usecase.js';
import type { SummaryParameters } from '../results/parameters.rule.js';
import { SummariseVideo } from '../results/summarise-video.usecase.js';
import { VerifyResult } from '../results/verify-result.usecase.js';
import { openDatabase } from '../database.js';
import { SummarisationModule } from '../summarisation.module.js';
import { GetInfo } from '../videos/get-info.usecase.js';
import { ListDemoVideos } from '../videos/list-demo-videos.usecase.js';
import { ResolveVideo } from '../videos/resolve-video.usecase.js';
import { CountedEngine } from './counted-engine.js';
import { ScriptedSource } from './scripted-source.js';

export const AUTO: SummaryParameters = { length: 'auto', prompt: '' };
export const VIDEO = 'aaaaaaaaaaa';

export const ACCOUNT = '0a000000-0000-4000-8000-000000000001';
export const OTHER_ACCOUNT = '0a000000-0000-4000-8000-000000000002';

/** The signal of a caller that stays to the end. */
export const stays = (): AbortSignal => new AbortController().signal;

const NEEDED = { DATABASE_URL: 'postgres://db', GRPC_URL: 'unix:/s', CALLER_SECRETS: 'gateway=0123456789abcdef' };

/** The use-cases of one process of the service, as Nest has wired them. */
export interface UseCases {
  resolveVideo: ResolveVideo;
  summariseVideo: SummariseVideo;
  getInfo: GetInfo;
  getResult: GetResult;
  getTicks: GetTicks;
  verifyResult: VerifyResult;
  readTranscript: ReadTranscript;
  estimateSummary: EstimateSummary;
  listDemoVideos: ListDemoVideos;
  forgetExpired: ForgetExpired;
  metrics: Registry;
  app: INestApplicationContext;
}

/** The use-cases on a real database of their own, with a source and an engine that a test can observe. */
export class SummarisationWorld {
  source = new ScriptedSource();
  engine = new CountedEngine();
  readonly clock = new StandingClock();
  private readonly processes: INestApplicationContext[] = [];

  private constructor(
    readonly database: DataSource,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(): Promise<SummarisationWorld> {
    const { url, drop } = await migratedDatabase('summarisation', openDatabase);
    const database = await openDatabase(url);
    return new SummarisationWorld(database, drop);
  }

  /**
   * Starts one more process of the service on the same database; empty() and close() close it. `settings` are those of its environment. With the
   * engine `threads`, summaries are written in threads, as in production.
   */
  async process(
    settings: Record<string, string | number> = {},
    engine: SummaryEngine | 'threads' = this.engine,
  ): Promise<UseCases> {
    const metrics = new Registry();
    const root = SummarisationModule.with({
      config: readConfig({ ...NEEDED, ...settings }),
      database: this.database,
      clock: this.clock,
      logger: createLogger('test', 'silent'),
      metrics,
      source: this.source,
      engine: engine === 'threads' ? undefined : engine,
    });
    const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
    this.processes.push(app);
    const of = <T>(type: Type<T>): T => app.get(type, { strict: false });
    return {
      resolveVideo: of(ResolveVideo),
      summariseVideo: of(SummariseVideo),
      getInfo: of(GetInfo),
      getResult: of(GetResult),
      getTicks: of(GetTicks),
      verifyResult: of(VerifyResult),
      readTranscript: of(ReadTranscript),
      estimateSummary: of(EstimateSummary),
      listDemoVideos: of(ListDemoVideos),
      forgetExpired: of(ForgetExpired),
      metrics,
      app,
    };
  }

  async results(): Promise<number> {
    const [{ count }] = await this.database.query<{ count: number }[]>('SELECT count(*)::int AS count FROM results');
    return count;
  }

  /** The events in the outbox, oldest first. */
  async told(): Promise<({ type: string; key: string } & Partial<SummaryCompleted & SummaryFailed>)[]> {
    const rows = await this.database.query<{ type: string; key: string; payload: Buffer; topic: string }[]>(
      "SELECT type, key, payload FROM outbox WHERE topic = 'summarisation.summary.v1' ORDER BY position",
    );
    return rows.map(({ type, key, payload }) => ({
      type,
      key,
      ...(type === 'summary-failed' ? SummaryFailed : SummaryCompleted).decode(payload),
    }));
  }

  /** Restores the state after open(), except the clock: nothing stored, a new source and engine, no process. */
  async empty(): Promise<void> {
    await this.closeProcesses();
    this.source = new ScriptedSource();
    this.engine = new CountedEngine();
    await this.database.query(
      'TRUNCATE results, result_evidence, result_owners, transcripts, video_infos, refusals, told_failures, jobs, transcript_reads, outbox',
    );
  }

  private async closeProcesses(): Promise<void> {
    await Promise.all(this.processes.splice(0).map((app) => app.close()));
  }

  async close(): Promise<void> {
    await this.closeProcesses();
    await this.database.destroy();
    await this.drop();
  }
}
