import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import type { EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import type { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import type { MailKind } from './mail-link.rule.js';
import type { MailRequest } from './mail-request.entity.js';
import { MailRequestsRepository } from './mail-requests.repository.js';

/** Finds a link and locks its account, so that exactly one of several simultaneous uses of the account's links wins (ACC-8, ACC-14). */
@Injectable()
export class LiveLinks {
  constructor(
    private readonly requests: MailRequestsRepository,
    private readonly users: UsersRepository,
    private readonly activity: ActivityLog,
  ) {}

  /** Undefined when the link is dead, of another kind or unknown. The caller spends it, or keeps it unused by throwing. */
  async lock(
    manager: EntityManager,
    tokenHash: Buffer,
    kind: MailKind,
    now: Date,
  ): Promise<{ link: MailRequest; user: User } | undefined> {
    const request = await this.requests.byTokenHash(tokenHash, manager);
    const user = request?.kind === kind && (await this.users.lockById(manager, request.userId));
    // Read again under the lock: the previous holder may have used or ended this link.
    const link = user && (await this.requests.byTokenHash(tokenHash, manager));
    return user && link && link.isLive(now) ? { link, user } : undefined;
  }

  /** Spends the link and ends the account's other open ones of `kinds`. */
  async spend(manager: EntityManager, link: MailRequest, kinds: MailKind[], now: Date): Promise<void> {
    await this.requests.spend(manager, link, now);
    await this.requests.endOpen(manager, link.userId, kinds, now);
  }

  /** Cancels the pending e-mail change, if any; the caller holds and saves the user. */
  async cancelEmailChange(manager: EntityManager, user: User, now: Date, visitor?: Visitor): Promise<void> {
    if (user.pendingEmail === null) return;
    user.pendingEmail = null;
    await this.requests.endOpen(manager, user.id, ['change-email'], now);
    await this.activity.note(manager, user.id, 'email-change-cancelled', now, { visitor });
  }

  /** Marks the account as verified after a proof of the mailbox; returns whether it was unverified before. Drops a contested password (ACC-5). */
  async prove(manager: EntityManager, user: User, now: Date): Promise<boolean> {
    if (await this.requests.carryAnotherPassword(manager, user.id, user.passwordHash)) user.passwordContested = true;
    return user.proveMailbox(now);
  }
}
