import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { Counter, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { oldestKeptMonth } from './quota-month.rule.js';
import { QuotaRepository } from './quota.repository.js';

/** Rows per statement, and statements per run: an ended month is deleted within hours, and no call waits for it. */
const BATCH = 1_000;
const IN_ONE_TURN = 20;

/**
 * Deletes the calls of months that are no longer among the twelve visible ones. The counts of the months stay. After a crash, completed batches are
 * deleted, and the next run continues.
 */
@Injectable()
export class ForgetOldCalls {
  private readonly forgotten: Counter;

  constructor(
    private readonly database: DataSource,
    private readonly quotas: QuotaRepository,
    private readonly clock: Clock,
    metrics: Registry,
  ) {
    this.forgotten = new Counter({
      name: 'precis_usage_forgotten_calls_total',
      help: 'Metered calls removed because their month is no longer among the twelve that are kept.',
      registers: [metrics],
    });
  }

  /** Returns the number of deleted calls. */
  async execute(): Promise<number> {
    const month = oldestKeptMonth(this.clock.now());
    let [all, after] = [0, '0'];
    for (let batch = 0; batch < IN_ONE_TURN; batch++) {
      const { gone, last } = await this.quotas.forgetBefore(this.database.manager, month, after, BATCH);
      this.forgotten.inc(gone);
      all += gone;
      if (gone === 0 || last === null) break;
      after = last;
    }
    return all;
  }
}
