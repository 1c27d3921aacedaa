import { Injectable } from '@nestjs/common';
import type { User as UserView } from '@precis/proto/auth/v1/auth';
import { UserViews } from './user-views.provider.js';
import { accountNotFound } from './users.errors.js';
import { UsersRepository } from './users.repository.js';

/** Returns the account as its owner sees it, with the full API key (ACC-24). Throws account_not_found. */
@Injectable()
export class GetUser {
  constructor(
    private readonly users: UsersRepository,
    private readonly views: UserViews,
  ) {}

  async execute(accountId: string): Promise<UserView> {
    const user = await this.users.byId(accountId);
    if (!user) throw accountNotFound();
    return this.views.of(user);
  }
}
