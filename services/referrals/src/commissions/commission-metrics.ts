import { Injectable } from '@nestjs/common';
import { measurement } from '@precis/events/measurement';
import { Clock } from '@precis/runtime/clock';
import { Gauge, Histogram, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { CommissionsRepository } from './commissions.repository.js';

/** Metrics of the time from a completed payment to the credited commission. No label comes from an account. */
@Injectable()
export class CommissionMetrics {
  private readonly delay: Histogram;

  constructor(registry: Registry, commissions: CommissionsRepository, database: DataSource, clock: Clock) {
    const registers = [registry];
    this.delay = new Histogram({
      name: 'precis_commission_delay_seconds',
      help: 'Time from the completion of a referred payment, or from the moment its referrer was known if that came later, until the wallet had the commission.',
      buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 24 * 3_600],
      registers,
    });
    const age = measurement(() => commissions.oldestAgeSeconds(database.manager, clock.now()));
    new Gauge({
      name: 'precis_commissions_oldest_age_seconds',
      help: 'Age of the oldest first credit that billing has not answered, 0 without one; every copy reports the same number.',
      registers,
      async collect() {
        const seconds = await age();
        if (seconds !== undefined) this.set(seconds);
      },
    });
  }

  /** Records the first credit of a commission that has been due since that time. */
  credited(dueSince: Date, now: Date): void {
    this.delay.observe(Math.max(0, now.getTime() - dueSince.getTime()) / 1_000);
  }
}
