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

/** Opens a session for the right password (ACC-17); a contested one is never right (ACC-5). Only who knows the password learns that the e-mail is not verified (ACC-18). */
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
    const known = isEmail(email.trim()) ? await this.users.byEmail(normaliseEmail(email)) : null;
    const right = await this.passwords.verify(known?.countingPassword, password);
    if (!known || !right) throw invalidCredentials();
    if (!known.emailVerifiedAt) throw emailNotVerified();
    return inTransaction(this.database, async (manager) => {
      const user = await this.users.lockById(manager, known.id);
      // Changed since it was checked: a change ends every session, so none may open after it by the older password (ACC-16).
      if (user?.countingPassword !== known.countingPassword) throw invalidCredentials();
      const sessionToken = await this.sessions.open(manager, user, 'password', visitor);
      return { sessionToken, user: await this.views.of(user, manager) };
    });
  }
}
