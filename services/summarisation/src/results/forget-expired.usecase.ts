import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { JOB_KEPT_MS } from '../jobs/job-life.rule.js';
import { SummaryMetrics } from '../summary-metrics.js';
import { ExpiredRowsRepository } from './expired-rows.repository.js';
import { oldestKeptDay } from './retention.rule.js';

/**
 * Deletes data whose retention is over (DATA-3, VID-12): results, transcripts, remembered refusals, marks of announced failures, jobs,
 * and the counts of past days. Repeating it does no harm.
 */
@Injectable()
export class ForgetExpired {
  constructor(
    private readonly rows: ExpiredRowsRepository,
    private readonly clock: Clock,
    private readonly metrics: SummaryMetrics,
  ) {}

  /** Returns the number of deleted rows. After a crash, completed batches are deleted, and the next run continues. */
  async execute(): Promise<number> {
    const now = this.clock.now();
    let deleted = this.count('results', await this.rows.deleteResults(oldestKeptDay(now)));
    for (const table of ['transcripts', 'video_infos', 'refusals', 'told_failures'] as const) {
      deleted += this.count(table, await this.rows.deleteOthers(table, now));
    }
    const jobsBefore = new Date(now.getTime() - JOB_KEPT_MS);
    deleted += this.count('jobs', await this.rows.deleteOthers('jobs', jobsBefore));
    return deleted + this.count('transcript_reads', await this.rows.deleteOthers('transcript_reads', now));
  }

  private count(table: string, rows: number): number {
    this.metrics.forgot(table, rows);
    return rows;
  }
}
