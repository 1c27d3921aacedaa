import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { DataSource } from 'typeorm';
import { ProviderUnavailable } from '../payments/payment-provider.js';
import { FinishRefund } from './finish-refund.usecase.js';
import { RefundsRepository } from './refunds.repository.js';

/** Longer than an operator's call lasts: a younger refund may still be in the hands of that call. */
const UNATTENDED_MS = 60_000;
/** Less than the 24 hours for which providers remember a key; after that an operator checks and repeats the command. */
const RESUMED_FOR_MS = 20 * 60 * 60 * 1_000;
const ONE_TURN = 20;

interface Outage {
  err: ProviderUnavailable;
  /** The first refund that met it. */
  refundId: string;
}

/**
 * Continues refunds whose process died or whose provider was unavailable, for 20 hours (PAY-27). Each run continues with those that follow the last
 * one of the run before, so that refunds that fail again and again do not keep the others waiting.
 */
@Injectable()
export class ResumeRefunds {
  /** The last refund of the run before; undefined when the next run begins with the oldest. */
  private last: string | undefined;
  private isAbsenceTold = false;
  /** Whether a provider was unavailable to the last refunds that were tried. */
  private isAway = false;

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
    const between = { plannedAfter: ago(RESUMED_FOR_MS), plannedBefore: ago(UNATTENDED_MS) };
    const following = this.last;
    const turn = await this.refunds.waiting(manager, { ...between, following }, ONE_TURN);
    this.last = turn.length < ONE_TURN ? undefined : turn.at(-1);
    let outage: Outage | undefined;
    for (const refundId of turn) {
      // A refund that fails must not delay the others.
      await this.finisher.execute(refundId).catch((error: unknown) => {
        if (error instanceof ProviderUnavailable) outage ??= { err: error, refundId };
        else this.log(refundId, error);
      });
    }
    // An empty turn says that none waits only when it began with the oldest.
    if (turn.length > 0 || following === undefined) this.note(outage, turn.length);
  }

  /** Logs an outage when it begins, with its first refund, and when it is over: a run follows each minute, and an outage may last for hours. */
  private note(outage: Outage | undefined, tried: number): void {
    if (outage && !this.isAway)
      this.logger.warn(outage, 'a payment provider is unavailable: refunds wait, and later runs try again');
    if (!outage && this.isAway && tried > 0) this.logger.info('refunds are continued again');
    this.isAway = outage !== undefined;
  }

  /**
   * Logs why a refund could not be continued. A missing provider is a setting of this process, and no run changes it. So it is logged once and not
   * every minute, and only the first such refund is named.
   */
  private log(refundId: string, error: unknown): void {
    const isAbsence = error instanceof DomainError && error.code === 'payment_method_absent';
    if (isAbsence && this.isAbsenceTold) return;
    this.isAbsenceTold ||= isAbsence;
    this.logger.error({ err: error, refundId }, 'refund could not be continued; a later run tries again');
  }
}
