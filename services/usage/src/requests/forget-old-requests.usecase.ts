import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { requestsUnreadableUpTo } from './request-retention.rule.js';
import { RequestsRepository } from './requests.repository.js';

/** Rows per SQL statement, and statements per run; the next run continues. */
const BATCH = 2_000;
const IN_ONE_TURN = 50;

/** Deletes the records of requests after 30 days (API-33). If the process is killed, completed statements remain done. */
@Injectable()
export class ForgetOldRequests {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of deleted records. */
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
