import type { Clock } from '@precis/runtime/clock';
import type { ExpiredRowsRepository, KeptTable } from './expired-rows.repository.js';
import { oldestKeptDay } from './retention.rule.js';

/** Deletes what nobody may be shown any more (decision 25): results, transcripts, remembered refusals and which failures were told. Repeating it does no harm. */
export class ForgetExpired {
  /** `told` hears how many rows of each table went. */
  constructor(
    private readonly rows: ExpiredRowsRepository,
    private readonly clock: Clock,
    private readonly told: (table: KeptTable, count: number) => void,
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

  private count(table: KeptTable, count: number): number {
    this.told(table, count);
    return count;
  }
}
