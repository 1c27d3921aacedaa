import { Injectable } from '@nestjs/common';
import type { User } from '../users/user.entity.js';
import { howPasswordChanges } from './current-password.rule.js';
import { currentPasswordWrong } from './passwords.errors.js';
import { Passwords } from './passwords.provider.js';

/** Holds what a signed-in owner gives as the current password against the account. */
@Injectable()
export class CurrentPassword {
  constructor(private readonly passwords: Passwords) {}

  /**
   * How a password may change with it (ACC-15). Throws current_password_wrong. Hashing takes long, so it runs before any lock; who
   * changes something then compares `passwordThatCounts` again under the user's lock.
   */
  async prove(user: User, given: string): Promise<'first' | 'changed'> {
    const matches = user.hasPassword && (await this.passwords.verify(user.countingPassword, given));
    const how = howPasswordChanges(user.hasPassword, given, matches);
    if (!how) throw currentPasswordWrong();
    return how;
  }
}
