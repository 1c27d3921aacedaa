import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { User as UserView, VerifyEmailRequest } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { LiveLinks } from '../mail-links/live-links.provider.js';
import { KnownDevices } from '../login-guard/known-devices.provider.js';
import { MailLinkTokens } from '../mail-links/mail-link-tokens.provider.js';
import { MailRequestsRepository } from '../mail-links/mail-requests.repository.js';
import { ConfirmEmailChange } from '../profile/confirm-email-change.usecase.js';
import { SessionOpener } from '../sessions/session-opener.provider.js';
import { UserViews } from '../users/user-views.provider.js';
import { UsersRepository } from '../users/users.repository.js';
import { alreadyVerified, tokenInvalid, tokenMissing } from '../mail-links/mail-links.errors.js';

/**
 * Uses a verification link and ends the others of the address: the e-mail is verified, the name typed for this link is set (ACC-4), a contested
 * password is dropped (ACC-5), and the owner is logged in (ACC-7). One of several simultaneous uses wins (ACC-8). Links of e-mail changes lead to the
 * same page, and so come here as well.
 */
@Injectable()
export class VerifyEmail {
  constructor(
    private readonly database: DataSource,
    private readonly requests: MailRequestsRepository,
    private readonly links: LiveLinks,
    private readonly tokens: MailLinkTokens,
    private readonly users: UsersRepository,
    private readonly sessions: SessionOpener,
    private readonly change: ConfirmEmailChange,
    private readonly activity: ActivityLog,
    private readonly devices: KnownDevices,
    private readonly views: UserViews,
    private readonly clock: Clock,
  ) {}

  /**
   * `accountId` and `sessionId` are those of the caller's session, which only a change needs; after a change the returned session token is empty.
   * Throws verification_token_missing, verification_token_invalid, email_already_verified, and what SessionOpener.open and ConfirmEmailChange throw.
   */
  async execute({
    token: sentToken,
    accountId,
    sessionId,
    visitor,
  }: VerifyEmailRequest): Promise<{ sessionToken: string; user: UserView; device: string }> {
    const token = sentToken.trim();
    if (token === '') throw tokenMissing();
    const tokenHash = this.tokens.hashOfSent(token);
    if (!tokenHash) throw tokenInvalid();
    const request = await this.requests.byTokenHash(tokenHash);
    if (request?.kind === 'change-email')
      return {
        sessionToken: '',
        user: await this.change.execute(tokenHash, { accountId, sessionId, visitor }),
        device: '',
      };
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const found = await this.links.lock(manager, tokenHash, 'verify-email', now);
      if (!found && request?.kind === 'verify-email' && (await this.users.isVerified(manager, request.userId)))
        throw alreadyVerified();
      if (!found) throw tokenInvalid();
      // A link of a verified account was left open by a copy of an older release.
      if (!(await this.links.prove(manager, found.user, now))) throw alreadyVerified();
      const { link, user } = found;
      user.name = link.name ?? user.name;
      await this.users.save(manager, user);
      await this.links.spend(manager, link, ['verify-email'], now);
      const sessionToken = await this.sessions.open(manager, user, 'link', { visitor });
      const device = await this.devices.remember(manager, user.id, visitor, now);
      await this.activity.note(manager, user.id, 'email-verified', now, { visitor });
      await announce(manager, EVENTS.emailVerified.of({ userId: user.id, referralCode: link.referralCode }, now));
      // Built before the commit: a failure here must not spend the link.
      return { sessionToken, user: await this.views.of(user, manager), device };
    });
  }
}
