import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { releasedCallsKept } from './idempotency-key.rule.js';
import { QuotaRepository } from './quota.repository.js';

/** Rows of each kind (with and without a key) per statement, and statements per run: more rows than failing callers create between two runs. */
const BATCH = 5_000;
const IN_ONE_TURN = 100;

/**
 * Deletes released calls when no operation can name them any more: a failed call costs nothing (QUOTA-2), and is not kept forever (DATA-6). They are
 * not deleted at the release: a Reserve that its Release has overtaken would then reserve for a caller who is gone.
 */
@Injectable()
export class ForgetReleasedCalls {
  constructor(
    private readonly database: DataSource,
    private readonly quotas: QuotaRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of deleted calls. */
  async execute(): Promise<number> {
    const { unkeyedSince, keyedSince } = releasedCallsKept(this.clock.now());
    let forgotten = 0;
    for (let batch = 0; batch < IN_ONE_TURN; batch++) {
      const gone = await this.quotas.forgetReleased(this.database.manager, unkeyedSince, keyedSince, BATCH);
      forgotten += gone;
      if (gone < BATCH) break;
    }
    return forgotten;
  }
}
