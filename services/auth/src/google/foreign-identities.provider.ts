import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import type { EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { User } from '../users/user.entity.js';
import { GoogleIdentitiesRepository } from './google-identities.repository.js';

/**
 * Removes Google identities whose address differs from the account's. An owner who proves the mailbox, by a reset, a change of address or
 * its undoing, thereby shuts out anyone who linked an identity of another address (ACC-64).
 */
@Injectable()
export class ForeignIdentities {
  constructor(
    private readonly identities: GoogleIdentitiesRepository,
    private readonly sessions: SessionsRepository,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * Must run inside a transaction that has locked the user's row and already set its new address. Also ends the sessions that began with
   * Google, except `exceptSessionId`.
   */
  async drop(
    manager: EntityManager,
    user: User,
    now: Date,
    visitor: Visitor | undefined,
    exceptSessionId = '',
  ): Promise<void> {
    const dropped = await this.identities.removeOthers(manager, user.id, user.emailNormalised);
    if (dropped === 0) return;
    await this.sessions.endBegunByGoogle(manager, user.id, exceptSessionId);
    await this.activity.note(manager, user.id, 'google-unlinked', now, { visitor });
  }
}
