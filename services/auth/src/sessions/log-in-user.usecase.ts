import { Injectable } from '@nestjs/common';
import type { LoginRequest, User as UserView } from '@precis/proto/auth/v1/auth';
import { inTransaction } from '@precis/runtime/database';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { KnownDevices } from '../login-guard/known-devices.provider.js';
import { LoginGuard } from '../login-guard/login-guard.provider.js';
import { isEmail, normaliseEmail } from '../users/email.rule.js';
import { UserViews } from '../users/user-views.provider.js';
import { UsersRepository } from '../users/users.repository.js';
import { SessionOpener } from './session-opener.provider.js';
import { emailNotVerified, invalidCredentials } from './sessions.errors.js';

/**
 * Opens a session for the right password (ACC-17), and remembers the device; a contested password is never right (ACC-5). Only a caller with the
 * right password is told that the e-mail is not verified (ACC-18).
 */
@Injectable()
export class LogInUser {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly guard: LoginGuard,
    private readonly devices: KnownDevices,
    private readonly sessions: SessionOpener,
    private readonly views: UserViews,
    private readonly clock: Clock,
  ) {}

  /** Throws invalid_credentials, too_many_attempts, email_not_verified, account_suspended, account_closing (ACC-73) and account_closed. */
  async execute({
    email,
    password,
    visitor,
    keepAccount,
  }: LoginRequest): Promise<{ sessionToken: string; user: UserView; device: string }> {
    const emailNormalised = normaliseEmail(email);
    const known = isEmail(emailNormalised) ? await this.users.byEmail(emailNormalised) : null;
    const attempt = { emailNormalised, password, userId: known?.id, passwordHash: known?.validPasswordHash, visitor };
    const right = await this.guard.verify(attempt);
    if (!known || !right) throw invalidCredentials();
    if (!known.emailVerifiedAt) throw emailNotVerified();
    return inTransaction(this.database, async (manager) => {
      const user = await this.users.lockById(manager, known.id);
      // Changed since the check: a change ends every session, so none may be opened afterwards with the older password (ACC-16).
      if (user?.validPasswordHash !== known.validPasswordHash) throw invalidCredentials();
      const sessionToken = await this.sessions.open(manager, user, 'password', { visitor, keepAccount });
      const device = await this.devices.remember(manager, user.id, visitor, this.clock.now());
      return { sessionToken, user: await this.views.of(user, manager), device };
    });
  }
}
