import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import type { EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { User } from '../users/user.entity.js';
import { GoogleIdentitiesRepository } from './google-identities.repository.js';

/**
 * Removes the Google identities that do not prove the account's current address. An owner who proves the mailbox, by a reset, a change of address or
 * its undoing, thereby shuts out anyone who linked an identity of another address, or who had the mailbox before (ACC-64). A password that was
 * entered for the link does not save an identity, because anyone with the mailbox can set one.
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
    const dropped = await this.identities.removeUnproven(manager, user.id, user.emailNormalised);
    if (dropped === 0) return;
    await this.sessions.endBegunByGoogle(manager, user.id, exceptSessionId);
    await this.activity.note(manager, user.id, 'google-unlinked', now, { visitor });
  }
}
