import { freshDatabase } from '@precis/testing/postgres';
import { StandingClock } from '@precis/testing/standing-clock';
import { migrate } from '@precis/runtime/database';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { SummaryEngine } from '../engines/summary-engine.js';
import { SummaryCompleted, SummaryFailed } from '@precis/proto/events/summarisation/v1/summary';
import type { SummaryParameters } from '../results/parameters.rule.js';
import { LoopWriter, SummaryWriter } from '../results/summary-writer.js';
import { openDatabase } from '../database.js';
import { composeUseCases, type UseCases } from '../use-cases.js';
import { ComputingBudget } from '../work/computing-budget.js';
import { CountedEngine } from './counted-engine.js';
import { ScriptedSource } from './scripted-source.js';

export const AUTO: SummaryParameters = { length: 'auto', prompt: '' };
export const VIDEO = 'aaaaaaaaaaa';

export const ACCOUNT = 'account-1';

/** A caller that stays to the end. */
export const stays = (): AbortSignal => new AbortController().signal;

const LIMITS = {
  DEMO_VIDEOS: 'on' as 'on' | 'off',
  ENGINE_LOST_SECONDS_PER_HOUR: 60,
  QUEUE_LIMIT: 500,
  LOOKUPS_BURST: 300,
  LOOKUPS_PER_MINUTE: 60,
  SOURCE_CONCURRENCY: 32,
  SOURCE_PER_ACCOUNT: 8,
  SUMMARY_CONCURRENCY: 4,
  SUMMARY_TIMEOUT_MS: 25_000,
  YOUTUBE_TOTAL_TIMEOUT_MS: 9_000,
};

/** The use-cases on a real database of their own, with a source and an engine that a test can watch. */
export class SummarisationWorld {
  source = new ScriptedSource();
  engine = new CountedEngine();
  readonly clock = new StandingClock();

  private constructor(
    readonly database: DataSource,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(): Promise<SummarisationWorld> {
    const { url, drop } = await freshDatabase();
    const database = await openDatabase(url);
    await migrate(database);
    return new SummarisationWorld(database, drop);
  }

  /** One more process of the service on the same database. */
  process(limits: Partial<typeof LIMITS> = {}, by: SummaryEngine | SummaryWriter = this.engine): UseCases {
    const { database, source, clock } = this;
    const config = { ...LIMITS, ...limits };
    const writer = by instanceof SummaryWriter ? by : new LoopWriter(by);
    const computing = new ComputingBudget(config.ENGINE_LOST_SECONDS_PER_HOUR);
    return composeUseCases({ config, database, source, writer, computing, clock, metrics: new Registry() });
  }

  async results(): Promise<number> {
    const [{ count }] = await this.database.query<{ count: number }[]>('SELECT count(*)::int AS count FROM results');
    return count;
  }

  /** What the outbox tells, oldest first. */
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

  /** As after open(), but for the clock: nothing stored, source and engine anew. Processes made before keep the old ones. */
  async empty(): Promise<void> {
    this.source = new ScriptedSource();
    this.engine = new CountedEngine();
    await this.database.query('TRUNCATE results, transcripts, video_infos, refusals, told_failures, outbox');
  }

  async close(): Promise<void> {
    await this.database.destroy();
    await this.drop();
  }
}
