import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { decidedKeptSince } from './delivery-retention.rule.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const BATCH = 1_000;
/** So that one turn ends; the next goes on. */
const MOST_BATCHES = 50;

/**
 * Deletes deliveries that were decided long ago (DATA-14); runs on the clock in every copy, in small steps. An event is not mailed again
 * for it: the record that it was handled outlives its topic, and what is delivered nevertheless is no news, or its link is unknown.
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
