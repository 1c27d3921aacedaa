import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { ENDABLE_LINK_KINDS } from '../mail-links/mail-link.rule.js';
import { MailRequestsRepository } from '../mail-links/mail-requests.repository.js';
import { CurrentPassword } from '../passwords/current-password.provider.js';
import { currentPasswordWrong } from '../passwords/passwords.errors.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { User } from '../users/user.entity.js';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { isFreshSignIn } from './account-closing.rule.js';
import { freshSignInRequired } from './accounts.errors.js';

/**
 * Closes the account (ACC-33): its sessions and links end, its keys are refused, and it is erased in 7 days unless its owner logs in with
 * keep_account before. Closing it again succeeds and does not move the time.
 */
@Injectable()
export class CloseAccount {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly current: CurrentPassword,
    private readonly sessions: SessionsRepository,
    private readonly requests: MailRequestsRepository,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the time of erasure. Throws account_suspended (ACC-32), current_password_wrong, too_many_attempts or fresh_sign_in_required; then nothing
   * was changed.
   */
  async execute(request: { accountId: string; password: string; sessionId: string; visitor?: Visitor }): Promise<Date> {
    const found = isUuid(request.accountId) ? await this.users.byId(request.accountId) : null;
    if (!found) throw accountNotFound();
    found.refuseSuspended();
    const byPassword = found.hasPassword && request.password !== '';
    if (byPassword) await this.current.prove(found, request.password, request.visitor);
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const user = await this.users.lockById(manager, found.id);
      if (!user) throw accountNotFound();
      user.refuseSuspended();
      // The password was checked without a lock, and may have been changed since then.
      if (request.password !== '' && user.validPasswordHash !== found.validPasswordHash) throw currentPasswordWrong();
      if (!byPassword) await this.requireFreshSignIn(manager, user, request.sessionId, now);
      if (user.erasedAt) return user.erasedAt;
      const erasedAt = user.close(now);
      await this.users.save(manager, user);
      await this.sessions.endAll(manager, user.id);
      await this.requests.endOpen(manager, user.id, ENDABLE_LINK_KINDS, now);
      await this.activity.note(manager, user.id, 'closed', now, { visitor: request.visitor });
      await announce(manager, EVENTS.accountClosed.of({ userId: user.id, erasedAtMs: erasedAt.getTime() }, now));
      return erasedAt;
    });
  }

  /** For an account that is already closed, an ended session is enough: closing it ended the session, and a repeated call must succeed. */
  private async requireFreshSignIn(manager: EntityManager, user: User, sessionId: string, now: Date): Promise<void> {
    const session = await this.sessions.ofAccount(manager, user.id, sessionId);
    const counts = session !== null && (user.erasedAt !== null || session.isLive(now));
    if (counts && isFreshSignIn(session, now)) return;
    throw user.hasPassword ? currentPasswordWrong() : freshSignInRequired();
  }
}
