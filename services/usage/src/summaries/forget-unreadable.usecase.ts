import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { unreadableUpTo } from './reading-right.rule.js';
import { SummariesRepository } from './summaries.repository.js';

/** Calls per statement, and statements per run; the next run continues. */
const BATCH = 1_000;
const IN_ONE_TURN = 20;

/**
 * Removes the summary from calls whose account may no longer read it (DATA-4); time, client and endpoint stay for the activity. After a crash,
 * completed batches remain done.
 */
@Injectable()
export class ForgetUnreadable {
  constructor(
    private readonly summaries: SummariesRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of changed calls. */
  async execute(): Promise<number> {
    const moment = unreadableUpTo(this.clock.now());
    let forgotten = 0;
    for (let batch = 0; batch < IN_ONE_TURN; batch++) {
      const found = await this.summaries.forgetUpTo(moment, BATCH);
      forgotten += found;
      if (found < BATCH) break;
    }
    return forgotten;
  }
}
