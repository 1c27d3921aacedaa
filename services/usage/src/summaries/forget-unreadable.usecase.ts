import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { unreadableUpTo } from './reading-right.rule.js';
import { SummariesRepository } from './summaries.repository.js';

/** Calls of one statement, and statements of one turn; the next turn goes on. */
const BATCH = 1_000;
const IN_ONE_TURN = 20;

/**
 * Once an account may not read a summary any more, its call says no longer which one it was (DATA-4); when, from where and for which
 * endpoint it came stays for the activity. Killed in the middle, whole batches are done.
 */
@Injectable()
export class ForgetUnreadable {
  constructor(
    private readonly summaries: SummariesRepository,
    private readonly clock: Clock,
  ) {}

  /** The number of calls that forgot their summary. */
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
