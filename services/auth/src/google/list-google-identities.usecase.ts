import { Injectable } from '@nestjs/common';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { GoogleIdentitiesRepository, type IdentityRow } from './google-identities.repository.js';
import { mayUnlink } from './google-link.rule.js';

/** Lists the Google identities of an account, for its owner, and whether one can be removed (ACC-63). */
@Injectable()
export class ListGoogleIdentities {
  constructor(
    private readonly users: UsersRepository,
    private readonly identities: GoogleIdentitiesRepository,
  ) {}

  async execute(accountId: string): Promise<{ identities: IdentityRow[]; removable: boolean }> {
    const user = await this.users.byId(accountId);
    if (!user) throw accountNotFound();
    const identities = await this.identities.listOf(user.id);
    return { identities, removable: mayUnlink(user, identities.length) };
  }
}
