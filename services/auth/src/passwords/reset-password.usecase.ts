import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { ResetPasswordRequest, User as UserView } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { KnownDevices } from '../login-guard/known-devices.provider.js';
import { ForeignIdentities } from '../google/foreign-identities.provider.js';
import { LiveLinks } from '../mail-links/live-links.provider.js';
import { MailLinkTokens } from '../mail-links/mail-link-tokens.provider.js';
import { ASKED_BY_ANYONE } from '../mail-links/mail-link.rule.js';
import { MailRequestsRepository } from '../mail-links/mail-requests.repository.js';
import { SessionOpener } from '../sessions/session-opener.provider.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { UserViews } from '../users/user-views.provider.js';
import { UsersRepository } from '../users/users.repository.js';
import { resetTokenInvalid } from './passwords.errors.js';
import { Passwords } from './passwords.provider.js';

/**
 * Sets the password with a reset link, which proves the mailbox. The e-mail becomes verified and the owner is logged in. The account's other links,
 * all its sessions, a pending e-mail change, and Google identities that do not prove the address end (ACC-14, ACC-16, ACC-64). A refused password
 * leaves the link unused, and so does a closed account without keep_account (ACC-73).
 */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly database: DataSource,
    private readonly requests: MailRequestsRepository,
    private readonly tokens: MailLinkTokens,
    private readonly links: LiveLinks,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsRepository,
    private readonly opener: SessionOpener,
    private readonly devices: KnownDevices,
    private readonly identities: ForeignIdentities,
    private readonly activity: ActivityLog,
    private readonly views: UserViews,
    private readonly clock: Clock,
  ) {}

  /** Throws the refusals of the password policy, reset_token_invalid, busy, and what SessionOpener.open throws. None of them uses up the link. */
  async execute({
    token: sentToken,
    password,
    visitor,
    keepAccount,
  }: ResetPasswordRequest): Promise<{ sessionToken: string; user: UserView; device: string }> {
    this.passwords.check(password);
    const tokenHash = this.tokens.hashOfSent(sentToken.trim());
    // Checked before the costly hash, so that invented tokens cannot cause one; the read under the lock decides.
    if (!tokenHash) throw resetTokenInvalid();
    const refuseDead = async () => {
      if (!(await this.requests.byTokenHash(tokenHash))?.isLive(this.clock.now())) throw resetTokenInvalid();
    };
    await refuseDead();
    // Checked again when the turn for hashing has come. Otherwise many simultaneous uses of one link would each hash, and no other user could log in.
    const passwordHash = await this.passwords.hash(password, visitor?.address, refuseDead);
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const found = await this.links.lock(manager, tokenHash, 'reset-password', now);
      if (!found) throw resetTokenInvalid();
      const { link, user } = found;
      const verified = await this.links.prove(manager, user, now);
      user.setPassword(passwordHash);
      // A thief with a session may have requested the change; its link would give the account away for good.
      await this.links.cancelEmailChange(manager, user, now, visitor);
      await this.users.save(manager, user);
      await this.links.spend(manager, link, ASKED_BY_ANYONE, now);
      await this.sessions.endAll(manager, user.id);
      await this.identities.drop(manager, user, now, visitor);
      const sessionToken = await this.opener.open(manager, user, 'link', { visitor, keepAccount });
      await this.devices.forgetOthers(manager, user.id, visitor);
      const device = await this.devices.remember(manager, user.id, visitor, now);
      if (verified) await this.activity.note(manager, user.id, 'email-verified', now, { visitor });
      await this.activity.note(manager, user.id, 'password-reset', now, { visitor });
      const { id: userId, provenReferralCode: referralCode } = user;
      if (verified) await announce(manager, EVENTS.emailVerified.of({ userId, referralCode }, now));
      await announce(manager, EVENTS.passwordChanged.of({ userId, how: 'reset' }, now));
      // Built before the commit: a failure here must not spend the link.
      return { sessionToken, user: await this.views.of(user, manager), device };
    });
  }
}
