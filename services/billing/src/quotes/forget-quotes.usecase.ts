import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { quotesKeptSince } from './quote.rule.js';
import { QuotesRepository } from './quotes.repository.js';

const BATCH = 1_000;
/** Bounds one run; the next run continues. */
const MOST_BATCHES = 50;

/** Deletes unused quotes a day after they expired (PAY-34). Runs periodically in every copy, in small steps. */
@Injectable()
export class ForgetQuotes {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly quotes: QuotesRepository,
  ) {}

  async execute(): Promise<void> {
    const before = quotesKeptSince(this.clock.now());
    for (let batch = 0; batch < MOST_BATCHES; batch++)
      if ((await this.quotes.forgetExpired(this.database.manager, before, BATCH)) < BATCH) return;
  }
}
