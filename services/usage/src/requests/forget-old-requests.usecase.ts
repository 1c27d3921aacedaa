import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { requestsUnreadableUpTo } from './request-retention.rule.js';
import { RequestsRepository } from './requests.repository.js';

/** Rows of one statement, and statements of one turn; the next turn goes on. */
const BATCH = 2_000;
const IN_ONE_TURN = 50;

/** Forgets what became of requests after 30 days (API-33). Killed in the middle, whole batches are gone. */
@Injectable()
export class ForgetOldRequests {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly clock: Clock,
  ) {}

  /** The number of records that were forgotten. */
  async execute(): Promise<number> {
    const moment = requestsUnreadableUpTo(this.clock.now());
    let all = 0;
    for (let batch = 0; batch < IN_ONE_TURN; batch++) {
      const gone = await this.requests.forgetUpTo(moment, BATCH);
      all += gone;
      if (gone < BATCH) break;
    }
    return all;
  }
}
