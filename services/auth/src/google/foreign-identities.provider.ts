import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import type { EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { User } from '../users/user.entity.js';
import { GoogleIdentitiesRepository } from './google-identities.repository.js';

/**
 * Takes from an account the Google identities that do not prove its address today: whoever proves the mailbox, by a reset, a change of address or
 * its undoing, is rid of whoever linked one under another address, or had the mailbox before (ACC-64). A password that somebody gave for the link
 * saves none: whoever has the mailbox sets one.
 */
@Injectable()
export class ForeignIdentities {
  constructor(
    private readonly identities: GoogleIdentitiesRepository,
    private readonly sessions: SessionsRepository,
    private readonly activity: ActivityLog,
  ) {}

  /** Inside a transaction that holds the user's row, which has its address of from now on. Their sessions end with them, but for `exceptSessionId`. */
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
