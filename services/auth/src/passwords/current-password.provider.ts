import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { LoginGuard } from '../login-guard/login-guard.provider.js';
import type { User } from '../users/user.entity.js';
import { howPasswordChanges } from './current-password.rule.js';
import { currentPasswordWrong } from './passwords.errors.js';

/** Checks the current password of a signed-in owner; wrong ones count as guesses (ACC-36), because a session may be stolen. */
@Injectable()
export class CurrentPassword {
  constructor(private readonly guard: LoginGuard) {}

  /**
   * Returns how the password may change (ACC-15). Throws current_password_wrong or too_many_attempts. Hashing takes long, so it runs before any lock.
   * A caller whose change depends on the password must compare `validPasswordHash` again under the user's lock.
   */
  async prove(user: User, given: string, visitor?: Visitor): Promise<'first' | 'changed'> {
    const { id: userId, emailNormalised, validPasswordHash: passwordHash } = user;
    const attempt = { emailNormalised, password: given, userId, passwordHash, visitor };
    const matches = user.hasPassword && (await this.guard.verify(attempt));
    const how = howPasswordChanges(user.hasPassword, given, matches);
    if (!how) throw currentPasswordWrong();
    return how;
  }
}
