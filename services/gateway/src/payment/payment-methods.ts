import { Inject, Injectable, Optional } from '@nestjs/common';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { answerInTime } from '../answer-in-time.js';
import { BILLING, type BillingRpc } from '../rpc-clients.js';

/** How long an answer is cached. The methods are a setting of billing, so only a restart changes them. */
const FRESH_MS = 10_000;

/** The payment methods of this deployment, for GET /api/info (API-23). */
@Injectable()
export class PaymentMethods {
  private known?: { methods: string[]; untilMs: number };
  private asking?: Promise<string[]>;

  constructor(
    @Inject(BILLING) private readonly billing: Pick<BillingRpc, 'listPaymentMethods'>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() private readonly nowMs = () => performance.now(),
  ) {}

  /** Returns an empty list while billing is unavailable, which is not cached. Never rejects; at most one call to billing runs at a time. */
  list(): Promise<string[]> {
    if (this.known && this.nowMs() < this.known.untilMs) return Promise.resolve(this.known.methods);
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async ask(): Promise<string[]> {
    const answer = await answerInTime(this.logger, 'the payment methods', (options) =>
      this.billing.listPaymentMethods({}, options),
    );
    if (!answer) return [];
    this.known = { methods: answer.methods, untilMs: this.nowMs() + FRESH_MS };
    return answer.methods;
  }
}
