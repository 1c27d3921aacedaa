import { Injectable } from '@nestjs/common';
import type { User as UserView } from '@precis/proto/auth/v1/auth';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { ApiKeySecrets } from '../api-keys/api-key-secrets.provider.js';
import type { EntityManager } from 'typeorm';
import { GoogleIdentitiesRepository } from '../google/google-identities.repository.js';
import type { User } from './user.entity.js';

/** The account as its owner sees it, with the full API key (ACC-24, KEY-3). */
@Injectable()
export class UserViews {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly secrets: ApiKeySecrets,
    private readonly googleIdentities: GoogleIdentitiesRepository,
  ) {}

  /** With `manager`, reads inside its transaction. */
  async of(user: User, manager?: EntityManager): Promise<UserView> {
    const key = await (manager ? this.keys.activeIn(manager, user.id) : this.keys.active(user.id));
    return {
      id: user.id,
      name: user.name,
      email: user.email,
      emailVerified: user.emailVerifiedAt !== null,
      hasPassword: user.hasPassword,
      apiKey: key ? this.secrets.reveal(key) : '',
      apiKeyLastUsedMs: key?.lastUsedAt?.getTime() ?? 0,
      apiKeyLastClient: key?.lastClient ?? '',
      createdAtMs: user.createdAt.getTime(),
      pendingEmail: user.pendingEmail ?? '',
      googleLinked: await this.googleIdentities.isLinked(user.id, manager),
      suspended: user.suspendedAt !== null,
      erasedAtMs: user.erasedAt?.getTime() ?? 0,
    };
  }
}
