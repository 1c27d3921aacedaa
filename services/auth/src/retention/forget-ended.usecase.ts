import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { EndedRepository, ENDING_TABLES } from './ended.repository.js';

const BATCH = 1_000;
/** Bounds one run; the next run continues. */
const MOST_BATCHES = 50;

/** Deletes ended rows (DATA-6). Runs periodically in every copy, in small steps. */
@Injectable()
export class ForgetEnded {
  constructor(
    private readonly ended: EndedRepository,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    for (const table of ENDING_TABLES) {
      for (
        let batch = 0;
        batch < MOST_BATCHES && (await this.ended.forget(table, BATCH, this.clock.now())) === BATCH;
        batch++
      );
    }
  }
}
