import { Injectable } from '@nestjs/common';
import type { User as UserView, Visitor } from '@precis/proto/auth/v1/auth';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { Passwords } from '../passwords/passwords.provider.js';
import { isEmail, normaliseEmail } from '../users/email.rule.js';
import { UserViews } from '../users/user-views.provider.js';
import { UsersRepository } from '../users/users.repository.js';
import { SessionOpener } from './session-opener.provider.js';
import { emailNotVerified, invalidCredentials } from './sessions.errors.js';

/** Opens a session for the right password (ACC-17). Only who knows the password learns that the e-mail is not verified (ACC-18). */
@Injectable()
export class LogInUser {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly sessions: SessionOpener,
    private readonly views: UserViews,
  ) {}

  async execute(email: string, password: string, visitor?: Visitor): Promise<{ sessionToken: string; user: UserView }> {
    const found = isEmail(email.trim()) ? await this.users.byEmail(normaliseEmail(email)) : null;
    const right = await this.passwords.verify(found?.passwordHash, password);
    if (!found || !right) throw invalidCredentials();
    return inTransaction(this.database, async (manager) => {
      // The check took its time and held no lock: an account that was erased or got another password since is not entered.
      const user = await this.users.lockById(manager, found.id);
      if (!user || user.passwordHash !== found.passwordHash) throw invalidCredentials();
      if (!user.emailVerifiedAt) throw emailNotVerified();
      const sessionToken = await this.sessions.open(manager, user, 'password', visitor);
      return { sessionToken, user: await this.views.of(user, manager) };
    });
  }
}
