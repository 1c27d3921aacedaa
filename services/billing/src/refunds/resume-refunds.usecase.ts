import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { DataSource } from 'typeorm';
import { FinishRefund } from './finish-refund.usecase.js';
import { RefundsRepository } from './refunds.repository.js';

/** Longer than an operator's call lasts: a younger refund may still be in the hands of that call. */
const UNATTENDED_MS = 60_000;
/** Less than the 24 hours for which providers remember a key; after that an operator checks and repeats the command. */
const RESUMED_FOR_MS = 20 * 60 * 60 * 1_000;
const ONE_TURN = 20;

/** Continues refunds whose process died or whose provider was unavailable; each once per run, for 20 hours (PAY-27). */
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
      // A refund that fails must not delay the others.
      await this.finisher
        .execute(id)
        .catch((error: unknown) => this.logger.error({ err: error, refundId: id }, 'refund not finished'));
    }
  }
}
