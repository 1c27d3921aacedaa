import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { SummaryMetrics } from '../summary-metrics.js';
import { ExpiredRowsRepository } from './expired-rows.repository.js';
import { oldestKeptDay } from './retention.rule.js';

/**
 * Deletes what may not be shown any more (DATA-3, VID-12): results, transcripts, remembered refusals and which failures were announced.
 * Repeating it does no harm.
 */
@Injectable()
export class ForgetExpired {
  constructor(
    private readonly rows: ExpiredRowsRepository,
    private readonly clock: Clock,
    private readonly metrics: SummaryMetrics,
  ) {}

  /** The number of deleted rows. Killed in the middle, it has deleted whole batches, and the next turn goes on. */
  async execute(): Promise<number> {
    const now = this.clock.now();
    let deleted = this.count('results', await this.rows.deleteResults(oldestKeptDay(now)));
    for (const table of ['transcripts', 'video_infos', 'refusals', 'told_failures'] as const) {
      deleted += this.count(table, await this.rows.deleteOthers(table, now));
    }
    return deleted;
  }

  private count(table: string, rows: number): number {
    this.metrics.forgot(table, rows);
    return rows;
  }
}
