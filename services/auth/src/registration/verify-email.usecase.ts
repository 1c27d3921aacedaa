import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { User as UserView, Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { KnownDevices } from '../login-guard/known-devices.provider.js';
import { MailLinkTokens } from '../mail-links/mail-link-tokens.provider.js';
import { MailRequestsRepository } from '../mail-links/mail-requests.repository.js';
import { SessionOpener } from '../sessions/session-opener.provider.js';
import { UserViews } from '../users/user-views.provider.js';
import { UsersRepository } from '../users/users.repository.js';
import { tokenInvalid, tokenMissing } from './registration.errors.js';

/**
 * Spends a verification link and ends the address's others: the e-mail is verified, name and password are those typed for this link
 * (ACC-4), its owner is logged in (ACC-7). Of callers at the same time one wins (ACC-8).
 */
@Injectable()
export class VerifyEmail {
  constructor(
    private readonly database: DataSource,
    private readonly requests: MailRequestsRepository,
    private readonly tokens: MailLinkTokens,
    private readonly users: UsersRepository,
    private readonly sessions: SessionOpener,
    private readonly devices: KnownDevices,
    private readonly views: UserViews,
    private readonly clock: Clock,
  ) {}

  async execute(
    sentToken: string,
    visitor?: Visitor,
  ): Promise<{ sessionToken: string; user: UserView; device: string }> {
    const token = sentToken.trim();
    if (token === '') throw tokenMissing();
    const tokenHash = this.tokens.hashOfSent(token);
    if (!tokenHash) throw tokenInvalid();
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const request = await this.requests.byTokenHash(manager, tokenHash, 'verify-email');
      const user = request && (await this.users.lockById(manager, request.userId));
      // Read again under the user's lock: of callers with links of one address at the same time one wins.
      const link = user && (await this.requests.byTokenHash(manager, tokenHash, 'verify-email'));
      if (!link?.isLive(now)) throw tokenInvalid();
      user!.verifyEmail(link.name, link.passwordHash, now);
      await this.requests.spend(manager, link, now);
      await this.users.save(manager, user!);
      const sessionToken = await this.sessions.open(manager, user!, 'link', visitor);
      const device = await this.devices.remember(manager, user!.id, visitor, now);
      await announce(manager, EVENTS.emailVerified.of({ userId: user!.id, referralCode: link.referralCode }, now));
      // Before the commit: an answer that cannot be made must not spend the link.
      return { sessionToken, user: await this.views.of(user!, manager), device };
    });
  }
}
