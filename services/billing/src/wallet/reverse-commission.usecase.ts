import { Injectable } from '@nestjs/common';
import type { CommissionReversed } from '@precis/proto/events/referrals/v1/commission';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { Ledger } from '../ledger/ledger.provider.js';
import { commissionReversalPosting } from '../ledger/postings.rule.js';
import { CommissionsRepository } from './commissions.repository.js';

/**
 * Takes a commission or a part of it back, once per reversal, also when the wallet holds less (PAY-26). A reversal before its credit takes the wallet
 * below zero until the credit arrives; of a refused commission there is nothing to take back.
 */
@Injectable()
export class ReverseCommission {
  constructor(
    private readonly clock: Clock,
    private readonly commissions: CommissionsRepository,
    private readonly ledger: Ledger,
  ) {}

  /** `manager` is the event runner's transaction. */
  async execute(manager: EntityManager, reversal: CommissionReversed): Promise<void> {
    const { reversalId, commissionId, userId, amountCents } = reversal;
    // A partial refund may be too small to take back a cent.
    if (amountCents === 0) return;
    if (amountCents < 0) throw new Error(`reversal ${reversalId} has a negative amount`);
    await this.commissions.lock(manager, commissionId);
    if (await this.commissions.isRefused(manager, commissionId)) return;
    const posting = commissionReversalPosting(reversalId, commissionId, userId, amountCents);
    await this.ledger.post(manager, posting, this.clock.now());
  }
}
