import { Injectable } from '@nestjs/common';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { announce } from '@precis/events/outbox/outbox';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { ReferralAccount } from '../accounts/referral-account.entity.js';
import { candidatesOf, verdictOn } from '../attribution/attribution.rule.js';
import { PaymentsRepository } from './payments.repository.js';
import type { ReferredPayment } from './referred-payment.entity.js';
import { SettleCommission } from './settle-commission.provider.js';

/** Finds an account's referrer as soon as all facts that decide it have arrived, and updates its commissions. */
@Injectable()
export class JudgeAccount {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly payments: PaymentsRepository,
    private readonly settler: SettleCommission,
  ) {}

  /**
   * Must be the last step of the caller's transaction, because it announces events. The caller holds the locks of the accounts' rows. `payment`: the
   * only changed payment, for an account whose referrer is already known.
   */
  async judge(
    manager: EntityManager,
    accounts: ReferralAccount[],
    now: Date,
    payment?: ReferredPayment,
  ): Promise<void> {
    const news: Announcement[] = [];
    for (const account of accounts) {
      const all = account.referrerId ? [] : await this.payments.of(manager, account.accountId);
      const isNew = !account.referrerId && (await this.findReferrer(manager, account, all, now));
      for (const one of isNew ? all : payment ? [payment] : [])
        news.push(...(await this.settler.settle(manager, account, one, now)));
    }
    await announce(manager, ...news);
  }

  /**
   * Finds the first of the account's codes that counts (REF-3). The account must have verified its e-mail address (REF-4). Returns whether one was
   * found.
   */
  private async findReferrer(
    manager: EntityManager,
    account: ReferralAccount,
    payments: ReferredPayment[],
    now: Date,
  ): Promise<boolean> {
    if (!account.verifiedAt || account.erasedAt) return false;
    for (const { ownerId, by, fromPlace } of candidatesOf(account.signUpOwner, payments)) {
      const verdict = verdictOn(account, await this.accounts.findAndLockForRead(manager, ownerId));
      // A later code must not take precedence over one that may still count.
      if (verdict === 'unknown') return false;
      if (verdict === 'refused') continue;
      account.attribute(ownerId, by, fromPlace, now);
      await this.accounts.save(manager, account);
      return true;
    }
    return false;
  }
}
