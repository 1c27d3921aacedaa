import { Injectable } from '@nestjs/common';
import { UsersRepository } from '../users/users.repository.js';

/** Where a mail without a link goes (MAIL-1): to the verified address of an account that exists; both empty otherwise, and nothing is sent. */
@Injectable()
export class GetRecipient {
  constructor(private readonly users: UsersRepository) {}

  async execute(accountId: string): Promise<{ address: string; name: string }> {
    const user = await this.users.byId(accountId);
    return user?.emailVerifiedAt ? { address: user.email, name: user.name } : { address: '', name: '' };
  }
}
