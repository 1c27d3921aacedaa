import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { Change } from './commission.rule.js';
import { JudgeAccount } from './judge-account.provider.js';
import { PaymentsRepository } from './payments.repository.js';

/** Records a refund, or the state of a dispute, and moves the commission accordingly, once for each change (REF-2, REF-13). */
@Injectable()
export class NoteChange {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly payments: PaymentsRepository,
    private readonly judge: JudgeAccount,
    private readonly clock: Clock,
  ) {}

  async execute(
    manager: EntityManager,
    { paymentId, userId }: { paymentId: string; userId: string },
    change: Change,
  ): Promise<void> {
    const account = await this.accounts.lock(manager, userId);
    const isNews = await this.payments.addChange(manager, { paymentId, ...change });
    const payment = await this.payments.find(manager, paymentId);
    if (isNews && payment) await this.judge.judge(manager, [account], this.clock.now(), payment);
  }
}
