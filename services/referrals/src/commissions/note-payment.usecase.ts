import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { mayBringReferrer } from '../attribution/attribution.rule.js';
import { codeTyped } from '../codes/referral-code.rule.js';
import { JudgeAccount } from './judge-account.provider.js';
import { PaymentsRepository } from './payments.repository.js';
import type { ReferredPayment } from './referred-payment.entity.js';

interface Paid {
  paymentId: string;
  userId: string;
  /** The amount paid after credit. */
  amountCents: number;
  referralCode: string;
}

/**
 * Records that a payment is pending or completed. Its payer's referrer is looked up, and gets one commission per payment (REF-1, REF-2, REF-3). An
 * unknown code is treated as absent.
 */
@Injectable()
export class NotePayment {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly payments: PaymentsRepository,
    private readonly judge: JudgeAccount,
    private readonly clock: Clock,
  ) {}

  async execute(manager: EntityManager, state: 'pending' | 'completed', paid: Paid, occurredAt: Date): Promise<void> {
    const account = await this.accounts.lock(manager, paid.userId);
    let payment = await this.payments.find(manager, paid.paymentId);
    if (!payment) payment = await this.first(manager, state, paid, occurredAt);
    else if (payment.changeTo(state, paid.amountCents, occurredAt)) await this.payments.save(manager, payment);
    else return;
    await this.judge.judge(manager, [account], this.clock.now(), payment);
  }

  private async first(
    manager: EntityManager,
    state: 'pending' | 'completed',
    { paymentId, userId, amountCents, referralCode }: Paid,
    seenAt: Date,
  ): Promise<ReferredPayment> {
    const code = codeTyped(referralCode);
    const isFirst = code !== undefined && mayBringReferrer(await this.payments.of(manager, userId));
    const codeOwner = isFirst ? await this.accounts.ownerOf(manager, code) : null;
    const completedAt = state === 'completed' ? seenAt : null;
    const facts = { paymentId, accountId: userId, state, amountCents, codeOwner, seenAt, completedAt };
    return this.payments.insert(manager, facts);
  }
}
