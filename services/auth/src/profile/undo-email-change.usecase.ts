import { Injectable } from '@nestjs/common';
import { announce } from '@precis/events/outbox/outbox';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { ForeignIdentities } from '../google/foreign-identities.provider.js';
import { KnownDevices } from '../login-guard/known-devices.provider.js';
import { LiveLinks } from '../mail-links/live-links.provider.js';
import { ENDABLE_LINK_KINDS, undoExpiry } from '../mail-links/mail-link.rule.js';
import { MailLinkTokens } from '../mail-links/mail-link-tokens.provider.js';
import { MailRequester } from '../mail-links/mail-requester.provider.js';
import { MailRequestsRepository } from '../mail-links/mail-requests.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { normaliseEmail } from '../users/email.rule.js';
import { UserEvents } from '../users/user-events.provider.js';
import { isEmailInUse, UsersRepository } from '../users/users.repository.js';
import { FreedAddresses } from './freed-addresses.provider.js';
import { emailOfAnother, undoLinkInvalid } from './profile.errors.js';

/** Each further attempt means that somebody has just registered the address again. */
const TRIES = 5;

/**
 * Undoes a change of address by the link in the notice to the old address, also a change that still waits (ACC-66). The account gets the
 * old address back, and everyone who is logged in is shut out: all sessions, links, known devices, later changes and the identities of
 * ACC-64 end. No password works until the reset link sets one; the same transaction sends it to the old address.
 */
@Injectable()
export class UndoEmailChange {
  constructor(
    private readonly database: DataSource,
    private readonly tokens: MailLinkTokens,
    private readonly links: LiveLinks,
    private readonly requests: MailRequestsRepository,
    private readonly users: UsersRepository,
    private readonly addresses: FreedAddresses,
    private readonly sessions: SessionsRepository,
    private readonly devices: KnownDevices,
    private readonly identities: ForeignIdentities,
    private readonly mails: MailRequester,
    private readonly events: UserEvents,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the restored address. Throws undo_link_invalid, account_suspended and email_taken, which do not use up the link. */
  async execute(sentToken: string, visitor?: Visitor): Promise<string> {
    const tokenHash = this.tokens.hashOfSent(sentToken.trim());
    if (!tokenHash) throw undoLinkInvalid();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.undo(tokenHash, visitor);
      } catch (error) {
        if (attempt === TRIES || !isEmailInUse(error)) throw error;
      }
    }
  }

  private async undo(tokenHash: Buffer, visitor?: Visitor): Promise<string> {
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const found = await this.links.lock(manager, tokenHash, 'change-email-notice', now);
      if (!found) throw undoLinkInvalid();
      const { link, user } = found;
      user.refuseSuspended();
      const address = link.address!;
      const freed = await this.addresses.free(manager, user, normaliseEmail(address), now);
      if (!freed) throw emailOfAnother();
      const wasChanged = user.emailNormalised !== normaliseEmail(address);
      await this.links.spend(manager, link, ENDABLE_LINK_KINDS, now);
      await this.requests.endLaterNotices(manager, link, now);
      await this.requests.prolongNotices(manager, link, undoExpiry(now), now);
      user.changeEmail(address);
      user.dropPassword();
      await this.users.save(manager, user);
      await this.sessions.endAll(manager, user.id);
      await this.devices.forgetAll(manager, user.id);
      await this.identities.drop(manager, user, now, visitor);
      await this.activity.note(manager, user.id, 'email-change-undone', now, { visitor });
      const mailed = (await this.mails.reset(manager, user, now))!;
      const changed = wasChanged ? [this.events.emailChanged(user, now)] : [];
      await announce(manager, ...freed, ...changed, mailed);
      return address;
    });
  }
}
