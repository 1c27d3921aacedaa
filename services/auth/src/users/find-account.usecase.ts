import { Injectable } from '@nestjs/common';
import { isEmail, normaliseEmail } from './email.rule.js';
import { accountNotFound } from './users.errors.js';
import { UsersRepository } from './users.repository.js';

/** Finds the account for an operator's input: an e-mail in any case, or an account id. */
@Injectable()
export class FindAccount {
  constructor(private readonly users: UsersRepository) {}

  async execute(emailOrAccount: string): Promise<{ accountId: string; email: string }> {
    const typed = emailOrAccount.trim();
    const user = isEmail(typed) ? await this.users.byEmail(normaliseEmail(typed)) : await this.users.byId(typed);
    if (!user) throw accountNotFound();
    return { accountId: user.id, email: user.email };
  }
}
