import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { JudgeAccount } from '../commissions/judge-account.provider.js';

/**
 * Stores the keyed hash of an account's address, which identifies the same person (REF-4, REF-5). When the account becomes registered, its referrer
 * can be decided, and so can that of the accounts that used its code.
 */
@Injectable()
export class LearnAddress {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly judge: JudgeAccount,
    private readonly clock: Clock,
  ) {}

  /** `registeredAt`: only from user-registered. */
  async execute(
    manager: EntityManager,
    { userId, emailHash }: { userId: string; emailHash: Uint8Array },
    registeredAt?: Date,
  ): Promise<void> {
    const account = await this.accounts.lock(manager, userId);
    const isFirst = registeredAt !== undefined && account.registeredAt === null;
    account.learnAddress(emailHash);
    account.registeredAt ??= registeredAt ?? null;
    await this.accounts.save(manager, account);
    if (!isFirst) return;
    // No account can have come with a code that does not exist.
    const waiting = account.code === null ? [] : await this.accounts.waitingFor(manager, userId);
    const others = [];
    for (const id of waiting) others.push(await this.accounts.lock(manager, id));
    await this.judge.judge(manager, [account, ...others], this.clock.now());
  }
}
