import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { releasedCallsKept } from './idempotency-key.rule.js';
import { QuotaRepository } from './quota.repository.js';

/** Rows of one statement, and statements of one turn: half a million rows, more than failing callers make between two turns. */
const BATCH = 5_000;
const IN_ONE_TURN = 100;

/**
 * Deletes released calls once no operation can name them any more: a failed call costs nothing (QUOTA-2), and is not kept for ever either
 * (DATA-6). Not at the release itself: a Reserve that was overtaken by its Release would find nothing and reserve for a caller who is gone.
 */
@Injectable()
export class ForgetReleasedCalls {
  constructor(
    private readonly database: DataSource,
    private readonly quotas: QuotaRepository,
    private readonly clock: Clock,
  ) {}

  /** The number of calls that were forgotten. */
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
