import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { decidedKeptSince } from './delivery-retention.rule.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const BATCH = 1_000;
/** Bounds one run; the next run continues. */
const MOST_BATCHES = 50;

/**
 * Deletes deliveries that were decided long ago (DATA-14). Runs periodically in every copy, in small steps. Afterwards the event of a deleted
 * delivery still causes no second mail: the record that the event was handled is kept longer than the event's topic, and a redelivered event is too
 * old or has an unknown link.
 */
@Injectable()
export class ForgetDeliveries {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const since = decidedKeptSince(this.clock.now());
    for (let batch = 0; batch < MOST_BATCHES; batch++)
      if ((await this.deliveries.forgetDecided(since, BATCH)) < BATCH) return;
  }
}
