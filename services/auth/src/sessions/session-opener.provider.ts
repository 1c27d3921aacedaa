import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { shownClient } from '../api-keys/key-grace.rule.js';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { sessionExpiry } from './session-life.rule.js';
import { Session, type SessionOrigin } from './session.entity.js';
import { SessionTokens } from './session-tokens.provider.js';
import { SessionsRepository } from './sessions.repository.js';

const LONGEST_ADDRESS = 64;
/** A session opened by a mail's link has no entry of its own: the activity shows what the link did. */
const ACTIVITY_OF = { password: 'login', google: 'login-google', link: undefined } as const;

/** Facts of the request that logs in: its client and address, and whether it had keep_account for a closed account (ACC-73). */
export interface Entry {
  visitor?: Visitor;
  keepAccount?: boolean;
}

/** How long this deployment's sessions live. */
export class SessionSettings {
  constructor(readonly ttlSeconds: number) {}
}

/** Opens a session inside the caller's transaction; every log-in has its own id, which can be revoked separately (ACC-20). */
@Injectable()
export class SessionOpener {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly users: UsersRepository,
    private readonly activity: ActivityLog,
    private readonly tokens: SessionTokens,
    private readonly clock: Clock,
    private readonly settings: SessionSettings,
  ) {}

  /**
   * Returns the signed token for the browser. `user` was read under its lock and is saved here when the log-in reopens a closed account (ACC-33).
   * Throws account_suspended (ACC-32), account_closing for a closed account without keep_account (ACC-73), and account_closed after the seven days.
   */
  async open(
    manager: EntityManager,
    user: User,
    how: SessionOrigin,
    { visitor, keepAccount = false }: Entry,
  ): Promise<string> {
    user.refuseSuspended();
    const now = this.clock.now();
    if (user.reopen(now, keepAccount)) await this.reopened(manager, user, now, visitor);
    const expiresAt = sessionExpiry(now, this.settings.ttlSeconds);
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
    const kind = ACTIVITY_OF[how];
    if (kind) await this.activity.note(manager, user.id, kind, now, { visitor });
    return this.tokens.sign(session);
  }

  private async reopened(manager: EntityManager, user: User, now: Date, visitor?: Visitor): Promise<void> {
    await this.users.save(manager, user);
    await this.activity.note(manager, user.id, 'reopened', now, { visitor });
    await announce(manager, EVENTS.accountReopened.of({ userId: user.id }, now));
  }
}
