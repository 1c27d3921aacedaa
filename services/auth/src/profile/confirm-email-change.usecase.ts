import { Injectable } from '@nestjs/common';
import { announce } from '@precis/events/outbox/outbox';
import type { User as UserView, VerifyEmailRequest } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { ForeignIdentities } from '../google/foreign-identities.provider.js';
import { LiveLinks } from '../mail-links/live-links.provider.js';
import { ENDABLE_LINK_KINDS, undoExpiry } from '../mail-links/mail-link.rule.js';
import { MailRequestsRepository } from '../mail-links/mail-requests.repository.js';
import { tokenInvalid } from '../mail-links/mail-links.errors.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { normaliseEmail } from '../users/email.rule.js';
import { UserEvents } from '../users/user-events.provider.js';
import { UserViews } from '../users/user-views.provider.js';
import { isEmailInUse, UsersRepository } from '../users/users.repository.js';
import { FreedAddresses } from './freed-addresses.provider.js';
import { emailOfAnother, sessionRequiredForLink } from './profile.errors.js';

/** The session that came with the link, if any. */
type Caller = Pick<VerifyEmailRequest, 'accountId' | 'sessionId' | 'visitor'>;

/** Each further attempt means that somebody has just registered the address again. */
const TRIES = 5;

/**
 * Uses the link of an e-mail change, which proves the new mailbox. It works only in a session of its account; otherwise it stays unused
 * (ACC-26). The account's other links end, because those in the old mailbox could open an account that no longer belongs to its reader.
 * Google identities that do not prove the new address are removed (ACC-64). For 72 hours from now, the notice in the old mailbox can undo the change
 * (ACC-66).
 */
@Injectable()
export class ConfirmEmailChange {
  constructor(
    private readonly database: DataSource,
    private readonly links: LiveLinks,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly requests: MailRequestsRepository,
    private readonly addresses: FreedAddresses,
    private readonly identities: ForeignIdentities,
    private readonly events: UserEvents,
    private readonly activity: ActivityLog,
    private readonly views: UserViews,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws verification_token_invalid, session_required_for_link and account_suspended, which leave the link unused; and email_taken, which ends it
   * (ACC-41).
   */
  async execute(tokenHash: Buffer, caller: Caller): Promise<UserView> {
    for (let attempt = 1; ; attempt++) {
      try {
        const view = await this.confirm(tokenHash, caller);
        if (!view) throw emailOfAnother();
        return view;
      } catch (error) {
        if (attempt === TRIES || !isEmailInUse(error)) throw error;
      }
    }
  }

  /** Undefined when another account now has the address: the change is over, and its link ends (ACC-41). */
  private async confirm(tokenHash: Buffer, caller: Caller): Promise<UserView | undefined> {
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const found = await this.links.lock(manager, tokenHash, 'change-email', now);
      if (!found) throw tokenInvalid();
      const { link, user } = found;
      if (user.id !== caller.accountId) throw sessionRequiredForLink();
      user.refuseSuspended();
      // Gateways accept a session for up to a second after its end; a thief who was just logged out must not get in for good.
      const session = await this.sessions.ofAccount(manager, user.id, caller.sessionId ?? '');
      if (!session?.isLive(now)) throw sessionRequiredForLink();
      const email = link.address!;
      await this.links.spend(manager, link, ENDABLE_LINK_KINDS, now);
      const freed = await this.addresses.free(manager, user, normaliseEmail(email), now);
      if (freed) user.changeEmail(email);
      else user.pendingEmail = null;
      await this.users.save(manager, user);
      if (!freed) return undefined;
      await this.requests.prolongNotices(manager, link, undoExpiry(now), now);
      await this.requests.endNoticesUndoneByReturn(manager, user.id, user.emailNormalised, now);
      await this.identities.drop(manager, user, now, caller.visitor, session.id);
      await this.activity.note(manager, user.id, 'email-changed', now, { visitor: caller.visitor });
      await announce(manager, ...freed, this.events.emailChanged(user, now));
      return this.views.of(user, manager);
    });
  }
}
