import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { JudgeAccount } from './judge-account.provider.js';
import { PaymentsRepository } from './payments.repository.js';

/** Records that a pending payment failed, and its commission with it (REF-2). A payment that was never pending has no commission. */
@Injectable()
export class FailPayment {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly payments: PaymentsRepository,
    private readonly judge: JudgeAccount,
    private readonly clock: Clock,
  ) {}

  async execute(manager: EntityManager, failed: { paymentId: string; userId: string }): Promise<void> {
    const account = await this.accounts.lock(manager, failed.userId);
    const payment = await this.payments.find(manager, failed.paymentId);
    if (!payment?.fail()) return;
    await this.payments.save(manager, payment);
    await this.judge.judge(manager, [account], this.clock.now(), payment);
  }
}
