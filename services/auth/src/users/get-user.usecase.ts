import { Injectable } from '@nestjs/common';
import type { User as UserView } from '@precis/proto/auth/v1/auth';
import { UserViews } from './user-views.provider.js';
import { accountNotFound } from './users.errors.js';
import { UsersRepository } from './users.repository.js';

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
