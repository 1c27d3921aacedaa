import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { LookAtPayment } from '../payments/look-at-payment.usecase.js';
import { PaymentLooks } from '../payments/payment-looks.repository.js';
import { PaymentProviders } from '../payments/payment-provider.js';
import { nextOpenLook, WATCHED_MS, WATCHED_STATES } from './look-times.js';

/** Looks per method and run: a provider that was unavailable for long gets a bounded number of calls when it returns. */
const MOST = 100;
const MOST_FAILURES = 3;

/** The age from which an open payment is looked at without an event. */
export class ReconcileSettings {
  constructor(readonly afterSeconds: number) {}
}

/** Replaces lost webhooks: looks at open payments, and at those that may still receive money (PAY-18, PAY-42). */
@Injectable()
export class ReconcilePayments {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly looks: PaymentLooks,
    private readonly look: LookAtPayment,
    private readonly settings: ReconcileSettings,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - this.settings.afterSeconds * 1_000);
    for (const method of this.providers.keys()) {
      const watched = { since: new Date(now.getTime() - WATCHED_MS[method]), states: WATCHED_STATES[method] };
      let failures = 0;
      for (const due of await this.looks.openDue(method, { now, since, watched }, MOST)) {
        if (!(await this.looks.claim(due, nextOpenLook(method, due, now, Math.random())))) continue;
        await this.look.execute(due.paymentId).catch((error: unknown) => {
          failures += 1;
          this.logger.warn({ err: error, method, count: due.looks }, `payment ${due.paymentId} was not reconciled`);
        });
        // An unavailable provider must not postpone the look at every payment.
        if (failures === MOST_FAILURES) break;
      }
    }
  }
}
