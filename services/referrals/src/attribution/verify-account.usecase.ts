import { Injectable } from '@nestjs/common';
import type { EmailVerified } from '@precis/proto/events/auth/v1/user';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { codeTyped } from '../codes/referral-code.rule.js';
import { JudgeAccount } from '../commissions/judge-account.provider.js';

/**
 * Records that an account proved its address: now the code of its registration counts, and earlier payments are judged again (REF-4, ACC-6). An
 * unknown code is treated as absent (REF-6).
 */
@Injectable()
export class VerifyAccount {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly judge: JudgeAccount,
    private readonly clock: Clock,
  ) {}

  async execute(manager: EntityManager, { userId, referralCode }: EmailVerified, verifiedAt: Date): Promise<void> {
    const account = await this.accounts.lock(manager, userId);
    if (account.verifiedAt) return;
    const code = codeTyped(referralCode);
    account.verify(code === undefined ? null : await this.accounts.ownerOf(manager, code), verifiedAt);
    await this.accounts.save(manager, account);
    await this.judge.judge(manager, [account], this.clock.now());
  }
}
