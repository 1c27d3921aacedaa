import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { DataSource } from 'typeorm';
import { FinishRefund } from './finish-refund.usecase.js';
import { RefundsRepository } from './refunds.repository.js';

/** Longer than the call of an operator lasts. */
const UNATTENDED_MS = 60_000;
/** Below the 24 hours for which providers know a repeat by its key; behind it an operator looks and repeats the command. */
const RESUMED_FOR_MS = 20 * 60 * 60 * 1_000;
const ONE_TURN = 20;

/** Goes on with refunds whose process died or whose provider was away; each once in a turn, for 20 hours (PAY-27). */
@Injectable()
export class ResumeRefunds {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly refunds: RefundsRepository,
    private readonly finisher: FinishRefund,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(): Promise<void> {
    const ago = (ms: number) => new Date(this.clock.now().getTime() - ms);
    const { manager } = this.database;
    for (const id of await this.refunds.waiting(manager, ago(RESUMED_FOR_MS), ago(UNATTENDED_MS), ONE_TURN)) {
      // One that cannot be finished now must not hold up the others.
      await this.finisher
        .execute(id)
        .catch((error: unknown) => this.logger.error({ err: error, refundId: id }, 'refund not finished'));
    }
  }
}
