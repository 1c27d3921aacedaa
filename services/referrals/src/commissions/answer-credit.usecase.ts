import { Inject, Injectable } from '@nestjs/common';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { isUuid } from '@precis/runtime/uuid';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { CommissionsRepository } from './commissions.repository.js';
import { SettleCommission } from './settle-commission.provider.js';

/** The wallet got a commission, which is completed by that, or never will, and it failed (REF-2). What waited behind it follows. */
@Injectable()
export class AnswerCredit {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly commissions: CommissionsRepository,
    private readonly settler: SettleCommission,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(manager: EntityManager, creditId: string, userId: string, answer: 'posted' | 'refused'): Promise<void> {
    const found = isUuid(creditId) ? await this.commissions.ofEntry(manager, creditId) : null;
    if (found?.referrerId !== userId) {
      // Billing answers what referrals asked: only a database that was restored to an earlier state does not know it.
      this.logger.error({ code: 'credit_unknown' }, 'billing answered for a commission that is not known here');
      return;
    }
    await this.accounts.lock(manager, found.referredId);
    // Read again under the lock: it may have changed meanwhile.
    const commission = (await this.commissions.ofEntry(manager, creditId))!;
    const news = await this.settler.answered(manager, commission, creditId, answer, this.clock.now());
    await announce(manager, ...news);
  }
}
