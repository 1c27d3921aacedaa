import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { decidedKeptSince } from './event-retention.rule.js';
import { ProviderEvents } from './provider-events.repository.js';

const BATCH = 1_000;
/** Bounds one run; the next run continues. */
const MOST_BATCHES = 50;

/** Deletes provider events that were decided long ago (PAY-44), in small steps. A later redelivery would be looked at again, without effect. */
@Injectable()
export class ForgetProviderEvents {
  constructor(
    private readonly events: ProviderEvents,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const since = decidedKeptSince(this.clock.now());
    for (let batch = 0; batch < MOST_BATCHES; batch++)
      if ((await this.events.forgetDecided(since, BATCH)) < BATCH) return;
  }
}
