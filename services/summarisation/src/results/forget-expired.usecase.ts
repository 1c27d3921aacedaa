import type { Clock } from '@precis/runtime/clock';
import type { ExpiredRowsRepository } from './expired-rows.repository.js';
import { oldestKeptDay } from './retention.rule.js';

/** Deletes what nobody may be shown any more (decision 25): results, transcripts and remembered refusals. Repeating it does no harm. */
export class ForgetExpired {
  constructor(
    private readonly rows: ExpiredRowsRepository,
    private readonly clock: Clock,
  ) {}

  /** The number of deleted rows. */
  async execute(): Promise<number> {
    const now = this.clock.now();
    return (await this.rows.deleteResults(oldestKeptDay(now))) + (await this.rows.deleteSourceAnswers(now));
  }
}
