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
 * Removes one Google identity of the account, and with it the sessions that began by Google, but for the caller's own (ACC-63): whoever is
 * shut out must not stay inside. Of calls at the same time each holds the user's row, so that two never remove the last two ways in.
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

  /** Throws identity_not_found and last_way_in; nothing was changed then. */
  async execute({ accountId, identityId, sessionId, visitor }: UnlinkGoogleRequest): Promise<void> {
    const now = this.clock.now();
    await inTransaction(this.database, async (manager) => {
      const user = isUuid(accountId) ? await this.users.lockById(manager, accountId) : null;
      if (!user) throw accountNotFound();
      user.refuseSuspended();
      // Gateways remember a session for up to a second after its end; a thief that was just logged out must not lock the owner out.
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
