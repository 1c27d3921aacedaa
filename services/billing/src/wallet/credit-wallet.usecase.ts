import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { CommissionApproved } from '@precis/proto/events/referrals/v1/commission';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { Ledger } from '../ledger/ledger.provider.js';
import { commissionPosting } from '../ledger/postings.rule.js';
import { CommissionsRepository, type RefusalReason } from './commissions.repository.js';

/**
 * Credits an approved commission to its earner's wallet, once per commission (PAY-26). One that can never be credited is refused, also once, so that
 * referrals learns the outcome either way.
 */
@Injectable()
export class CreditWallet {
  constructor(
    private readonly clock: Clock,
    private readonly commissions: CommissionsRepository,
    private readonly ledger: Ledger,
  ) {}

  /** `manager` is the event runner's transaction. A refused commission stays refused. */
  async execute(manager: EntityManager, commission: CommissionApproved): Promise<void> {
    const { commissionId, userId, amountCents } = commission;
    const now = this.clock.now();
    await this.commissions.lock(manager, commissionId);
    if (await this.commissions.isRefused(manager, commissionId)) return;
    const reason = await this.refusalOf(manager, commission);
    if (!reason)
      return void (await this.ledger.post(manager, commissionPosting(commissionId, userId, amountCents), now));
    await this.commissions.refuse(manager, commissionId, reason, now);
    await announce(manager, EVENTS.commissionCreditRefused.of({ userId, commissionId, reason }, now));
  }

  private async refusalOf(
    manager: EntityManager,
    { commissionId, userId, amountCents }: CommissionApproved,
  ): Promise<RefusalReason | undefined> {
    if (amountCents <= 0) return 'amount-invalid';
    return (await this.commissions.isTooLate(manager, commissionId, userId)) ? 'account-deleted' : undefined;
  }
}
