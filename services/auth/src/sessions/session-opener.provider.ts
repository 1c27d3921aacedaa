import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { shownClient } from '../api-keys/key-grace.rule.js';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { User } from '../users/user.entity.js';
import { sessionExpiry } from './session-life.rule.js';
import { Session, type SessionOrigin } from './session.entity.js';
import { SessionTokens } from './session-tokens.provider.js';
import { SessionsRepository } from './sessions.repository.js';

const LONGEST_ADDRESS = 64;

/** How long this deployment's sessions live. */
export class SessionTerms {
  constructor(readonly ttlSeconds: number) {}
}

/** Starts a session inside the caller's transaction; every log-in has an id of its own, which can be revoked alone (ACC-20). */
@Injectable()
export class SessionOpener {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly tokens: SessionTokens,
    private readonly clock: Clock,
    private readonly terms: SessionTerms,
  ) {}

  /** The signed token for the browser. `user` was read under its lock; throws account_suspended (ACC-32). */
  async open(manager: EntityManager, user: User, how: SessionOrigin, visitor?: Visitor): Promise<string> {
    user.refuseSuspended();
    const now = this.clock.now();
    const expiresAt = sessionExpiry(now, this.terms.ttlSeconds);
    const session = Object.assign(new Session(), {
      id: randomUUID(),
      userId: user.id,
      createdAt: now,
      expiresAt,
      revokedAt: null,
      how,
      client: shownClient(visitor?.client ?? ''),
      address: (visitor?.address ?? '').slice(0, LONGEST_ADDRESS),
    });
    await this.sessions.insert(manager, session);
    return this.tokens.sign(session);
  }
}
