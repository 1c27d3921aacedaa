import { Injectable } from '@nestjs/common';
import type { UnlinkGoogleRequest } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { sessionInvalid } from '../sessions/sessions.errors.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { GoogleIdentitiesRepository } from './google-identities.repository.js';
import { mayUnlink } from './google-link.rule.js';
import { identityNotFound, lastWayIn } from './google.errors.js';

/**
 * Removes one Google identity of the account and ends the sessions that began with Google, except the caller's (ACC-63): a person who is
 * shut out must not stay logged in. Each call locks the user's row, so that two calls at once cannot remove the last two ways in.
 */
@Injectable()
export class UnlinkGoogle {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly identities: GoogleIdentitiesRepository,
    private readonly sessions: SessionsRepository,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** Throws identity_not_found and last_way_in; then nothing was changed. */
  async execute({ accountId, identityId, sessionId, visitor }: UnlinkGoogleRequest): Promise<void> {
    const now = this.clock.now();
    await inTransaction(this.database, async (manager) => {
      const user = isUuid(accountId) ? await this.users.lockById(manager, accountId) : null;
      if (!user) throw accountNotFound();
      user.refuseSuspended();
      // Gateways accept a session for up to a second after its end. Without this check, a thief who was just logged out could lock the owner out.
      if (!(await this.sessions.ofAccount(manager, user.id, sessionId))?.isLive(now)) throw sessionInvalid();
      const linked = await this.identities.listOf(user.id, manager);
      if (!linked.some(({ id }) => id === identityId)) throw identityNotFound();
      if (!mayUnlink(user, linked.length)) throw lastWayIn();
      await this.identities.remove(manager, user.id, identityId);
      await this.sessions.endBegunByGoogle(manager, user.id, sessionId);
      await this.activity.note(manager, user.id, 'google-unlinked', now, { visitor });
    });
  }
}
