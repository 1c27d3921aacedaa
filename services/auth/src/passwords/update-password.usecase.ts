import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { UpdatePasswordRequest } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { KnownDevices } from '../login-guard/known-devices.provider.js';
import { LiveLinks } from '../mail-links/live-links.provider.js';
import { MailRequestsRepository } from '../mail-links/mail-requests.repository.js';
import { sessionInvalid } from '../sessions/sessions.errors.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { CurrentPassword } from './current-password.provider.js';
import { currentPasswordWrong } from './passwords.errors.js';
import { Passwords } from './passwords.provider.js';

/**
 * Changes the password of a signed-in owner, or sets the first one. Every other session, open reset link and pending e-mail change ends (ACC-15,
 * ACC-16, ACC-31).
 */
@Injectable()
export class UpdatePassword {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly current: CurrentPassword,
    private readonly sessions: SessionsRepository,
    private readonly devices: KnownDevices,
    private readonly requests: MailRequestsRepository,
    private readonly links: LiveLinks,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws the refusals of the password policy, account_not_found, account_suspended, session_invalid, current_password_wrong and too_many_attempts.
   * Then nothing was changed.
   */
  async execute({ accountId, sessionId, currentPassword, newPassword, visitor }: UpdatePasswordRequest): Promise<void> {
    this.passwords.check(newPassword);
    const proven = await this.users.byId(accountId);
    if (!proven) throw accountNotFound();
    const how = await this.current.prove(proven, currentPassword, visitor);
    const passwordHash = await this.passwords.hash(newPassword, visitor?.address);
    const now = this.clock.now();
    await inTransaction(this.database, async (manager) => {
      const user = await this.users.lockById(manager, proven.id);
      // The password was changed after the check: of two simultaneous changes, the second one gave the old password.
      if (user?.validPasswordHash !== proven.validPasswordHash) throw currentPasswordWrong();
      user.refuseSuspended();
      // Gateways accept a session for up to a second after its end; a thief who was just logged out must not get in for good.
      if (!(await this.sessions.ofAccount(manager, user.id, sessionId))?.isLive(now)) throw sessionInvalid();
      user.setPassword(passwordHash);
      // A thief with a session may have requested the change; its link would give the account away for good.
      await this.links.cancelEmailChange(manager, user, now, visitor);
      await this.users.save(manager, user);
      await this.sessions.endAll(manager, user.id, sessionId);
      await this.devices.forgetOthers(manager, user.id, visitor);
      await this.requests.endOpen(manager, user.id, ['reset-password'], now);
      const kind = how === 'first' ? 'password-set' : 'password-changed';
      await this.activity.note(manager, user.id, kind, now, { visitor });
      await announce(manager, EVENTS.passwordChanged.of({ userId: user.id, how }, now));
    });
  }
}
