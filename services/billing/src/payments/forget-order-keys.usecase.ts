import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { orderKeysOverAt } from './order-key.rule.js';
import { OrderKeysRepository } from './order-keys.repository.js';

const BATCH = 1_000;
/** Bounds one run; the next run continues. */
const MOST_BATCHES = 50;

/** Deletes Idempotency-Keys of orders after 30 days (API-34). Runs periodically in every copy, in small steps. */
@Injectable()
export class ForgetOrderKeys {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly keys: OrderKeysRepository,
  ) {}

  async execute(): Promise<void> {
    const moment = orderKeysOverAt(this.clock.now());
    for (let batch = 0; batch < MOST_BATCHES; batch++)
      if ((await this.keys.forgetUpTo(this.database.manager, moment, BATCH)) < BATCH) return;
  }
}
