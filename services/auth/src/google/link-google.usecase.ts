import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { LinkGoogleRequest, User as UserView } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { KnownDevices } from '../login-guard/known-devices.provider.js';
import { LoginGuard } from '../login-guard/login-guard.provider.js';
import { currentPasswordWrong } from '../passwords/passwords.errors.js';
import { SessionOpener } from '../sessions/session-opener.provider.js';
import { UserViews } from '../users/user-views.provider.js';
import { UsersRepository } from '../users/users.repository.js';
import { GoogleIdentitiesRepository } from './google-identities.repository.js';
import { linkTicketInvalid } from './google.errors.js';
import { emailHashOf, OauthTransactionsRepository } from './oauth-transactions.repository.js';
import { TransactionSecret } from './transaction-secret.js';

/**
 * Links a Google identity to the account of the same address after the user entered the account's password, and logs in (ACC-62). The
 * ticket is the cookie of the sign-in. It works once, for ten minutes, and only in the browser that came back from Google. A wrong password
 * does not use up the ticket, and counts as a guess (ACC-36).
 */
@Injectable()
export class LinkGoogle {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: OauthTransactionsRepository,
    private readonly identities: GoogleIdentitiesRepository,
    private readonly users: UsersRepository,
    private readonly guard: LoginGuard,
    private readonly devices: KnownDevices,
    private readonly sessions: SessionOpener,
    private readonly activity: ActivityLog,
    private readonly views: UserViews,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws link_ticket_invalid, current_password_wrong, too_many_attempts, account_suspended, account_closed and account_closing. The last one leaves
   * the ticket unspent (ACC-73).
   */
  async execute({
    transaction,
    password,
    visitor,
    keepAccount,
  }: LinkGoogleRequest): Promise<{ sessionToken: string; user: UserView; device: string }> {
    const secret = TransactionSecret.ofSent(transaction);
    const offered = secret && (await this.transactions.offeredLink(secret.hash, this.clock.now()));
    const known = offered && (await this.users.byId(offered.userId));
    if (!known || !emailHashOf(known.emailNormalised).equals(offered.emailHash)) throw linkTicketInvalid();
    const { id: userId, emailNormalised, validPasswordHash: passwordHash } = known;
    if (!(await this.guard.verify({ emailNormalised, password, userId, passwordHash, visitor })))
      throw currentPasswordWrong();

    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const linkedTo = await this.identities.lockAndFind(manager, offered);
      const user = await this.users.lockById(manager, userId);
      // The password or the address changed since the check: such a change must shut out anyone who knew the old password.
      if (user?.validPasswordHash !== passwordHash || user.emailNormalised !== emailNormalised)
        throw linkTicketInvalid();
      if (!(await this.transactions.spendLink(manager, secret.hash, now))) throw linkTicketInvalid();
      if (linkedTo !== undefined) throw linkTicketInvalid();
      // The password was asked for because Google is not authoritative for the address.
      await this.identities.insert(manager, offered, user.id, { email: emailNormalised, vouched: false }, now);
      await this.activity.note(manager, user.id, 'google-linked', now, { visitor });
      const sessionToken = await this.sessions.open(manager, user, 'google', { visitor, keepAccount });
      const device = await this.devices.remember(manager, user.id, visitor, now);
      await announce(manager, EVENTS.googleLinked.of({ userId: user.id }, now));
      // Built before the commit: a failure here must not spend the ticket.
      return { sessionToken, user: await this.views.of(user, manager), device };
    });
  }
}
