import { Injectable } from '@nestjs/common';
import type { KeepByGoogleRequest, User as UserView } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { KnownDevices } from '../login-guard/known-devices.provider.js';
import { SessionOpener } from '../sessions/session-opener.provider.js';
import { UserViews } from '../users/user-views.provider.js';
import { UsersRepository } from '../users/users.repository.js';
import { GoogleIdentitiesRepository } from './google-identities.repository.js';
import { linkTicketInvalid } from './google.errors.js';
import { OauthTransactionsRepository } from './oauth-transactions.repository.js';
import { TransactionSecret } from './transaction-secret.js';

/**
 * Completes a Google sign-in that found a closed account, after its owner decided to keep it (ACC-73). The ticket is the sign-in's cookie: it works
 * once, for ten minutes, in the browser that came back from Google, and only while the proven identity is linked to the account. So a sign-in that
 * waits for the account's password (ACC-62) is never completed without it.
 */
@Injectable()
export class KeepByGoogle {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: OauthTransactionsRepository,
    private readonly identities: GoogleIdentitiesRepository,
    private readonly users: UsersRepository,
    private readonly devices: KnownDevices,
    private readonly sessions: SessionOpener,
    private readonly views: UserViews,
    private readonly clock: Clock,
  ) {}

  /** Throws link_ticket_invalid, account_suspended and account_closed; and account_closing, which leaves the ticket unspent. */
  async execute({
    transaction,
    keepAccount,
    visitor,
  }: KeepByGoogleRequest): Promise<{ sessionToken: string; user: UserView; device: string }> {
    const now = this.clock.now();
    const secret = TransactionSecret.ofSent(transaction);
    const offered = secret && (await this.transactions.offeredLink(secret.hash, now));
    if (!offered) throw linkTicketInvalid();
    return inTransaction(this.database, async (manager) => {
      await this.identities.lockAndFind(manager, offered);
      const user = await this.users.lockById(manager, offered.userId);
      // Checked again under the account's lock: the identity may have been removed in the meantime.
      const linkedTo = await this.identities.lockAndFind(manager, offered);
      if (!user || linkedTo !== user.id) throw linkTicketInvalid();
      const sessionToken = await this.sessions.open(manager, user, 'google', { visitor, keepAccount });
      if (!(await this.transactions.spendLink(manager, secret.hash, now))) throw linkTicketInvalid();
      const device = await this.devices.remember(manager, user.id, visitor, now);
      // Built before the commit: a failure here must not spend the ticket.
      return { sessionToken, user: await this.views.of(user, manager), device };
    });
  }
}
