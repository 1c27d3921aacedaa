import { Injectable } from '@nestjs/common';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { isUuid } from '@precis/runtime/uuid';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { CommissionMetrics } from './commission-metrics.js';
import { CommissionsRepository } from './commissions.repository.js';
import { SettleCommission } from './settle-commission.provider.js';

/** Handles the wallet's answer: a credited commission is completed, a refused one has failed (REF-2). Waiting movements follow. */
@Injectable()
export class AnswerCredit {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly commissions: CommissionsRepository,
    private readonly settler: SettleCommission,
    private readonly clock: Clock,
    private readonly metrics: CommissionMetrics,
  ) {}

  async execute(manager: EntityManager, creditId: string, userId: string, answer: 'posted' | 'refused'): Promise<void> {
    const found = isUuid(creditId) ? await this.commissions.ofEntry(manager, creditId) : null;
    // Billing answers only what referrals requested. A credit is unknown only after a restore of this database: the event is retried until it is
    // known again.
    if (found?.referrerId !== userId) throw new Error('billing answered for a commission that is not known here');
    await this.accounts.lock(manager, found.referredId);
    // Read again under the lock: it may have changed in between.
    const commission = (await this.commissions.ofEntry(manager, creditId))!;
    const now = this.clock.now();
    const news = await this.settler.applyAnswer(manager, commission, creditId, answer, now);
    // The first credit has the commission's id. A later credit returns what a dispute had taken, and its delay is not ours.
    if (answer === 'posted' && news.length > 0 && creditId === commission.id) {
      const dueSince = await this.commissions.dueSince(manager, commission.paymentId);
      if (dueSince) this.metrics.credited(dueSince, now);
    }
    await announce(manager, ...news);
  }
}
