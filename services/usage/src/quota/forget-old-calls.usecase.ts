import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { Counter, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { oldestKeptMonth } from './quota-month.rule.js';
import { QuotaRepository } from './quota.repository.js';

/** Rows that one statement looks at, and statements of one turn: a month that ended is gone within hours, and no call waits for it. */
const BATCH = 1_000;
const IN_ONE_TURN = 20;

/** Counts what ForgetOldCalls removed. */
@Injectable()
export class OldCallsForgotten {
  private readonly calls: Counter;

  constructor(metrics: Registry) {
    this.calls = new Counter({
      name: 'precis_usage_forgotten_calls_total',
      help: 'Metered calls removed because their month is no longer among the twelve that are kept.',
      registers: [metrics],
    });
  }

  count(calls: number): void {
    this.calls.inc(calls);
  }
}

/**
 * Forgets what an account called, when and from where, once its month is no longer one of the twelve that the account can look at. The
 * counts of the months stay. Killed in the middle, it has forgotten whole batches, and the next turn goes on.
 */
@Injectable()
export class ForgetOldCalls {
  constructor(
    private readonly database: DataSource,
    private readonly quotas: QuotaRepository,
    private readonly clock: Clock,
    private readonly forgotten: OldCallsForgotten,
  ) {}

  /** The number of calls that were forgotten. */
  async execute(): Promise<number> {
    const month = oldestKeptMonth(this.clock.now());
    let [all, after] = [0, '0'];
    for (let batch = 0; batch < IN_ONE_TURN; batch++) {
      const { gone, last } = await this.quotas.forgetBefore(this.database.manager, month, after, BATCH);
      this.forgotten.count(gone);
      all += gone;
      if (gone === 0 || last === null) break;
      after = last;
    }
    return all;
  }
}
