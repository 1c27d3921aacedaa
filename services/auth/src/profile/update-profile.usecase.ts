import { Injectable } from '@nestjs/common';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { announce } from '@precis/events/outbox/outbox';
import type { UpdateProfileRequest, User as UserView, Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DomainError } from '@precis/runtime/domain-error';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { LiveLinks } from '../mail-links/live-links.provider.js';
import { MailRequester } from '../mail-links/mail-requester.provider.js';
import { CurrentPassword } from '../passwords/current-password.provider.js';
import { currentPasswordWrong } from '../passwords/passwords.errors.js';
import { refuseEmail, refuseName } from '../registration/registration.rule.js';
import { normaliseEmail } from '../users/email.rule.js';
import { UserViews } from '../users/user-views.provider.js';
import { User } from '../users/user.entity.js';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { holdsItsAddress } from './email-change.rule.js';
import { emailOfAnother } from './profile.errors.js';

/**
 * Saves the name immediately. A new e-mail takes effect with the link that is sent to it, and the current one gets a notice (ACC-25, ACC-26). When
 * the e-mail is refused, the name is not saved either.
 */
@Injectable()
export class UpdateProfile {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly links: LiveLinks,
    private readonly mails: MailRequester,
    private readonly current: CurrentPassword,
    private readonly activity: ActivityLog,
    private readonly views: UserViews,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws name_invalid, email_invalid, account_not_found, account_suspended, current_password_wrong, too_many_attempts, busy, email_taken
   * and too_many_email_changes. Then neither name nor e-mail was changed.
   */
  async execute(request: UpdateProfileRequest): Promise<UserView> {
    const [name, email] = [request.name.trim(), request.email.trim()];
    const refusal = refuseName(name) ?? refuseEmail(email);
    if (refusal) throw new DomainError('invalid', refusal.code, refusal.text);
    const account = await this.users.byId(request.accountId);
    if (!account) throw accountNotFound();
    // The form has no such field; a client that sends one wants it checked.
    if (request.currentPassword !== '') await this.current.prove(account, request.currentPassword, request.visitor);
    const now = this.clock.now();
    return inTransaction(this.database, async (manager) => {
      const user = await this.users.lockById(manager, account.id);
      if (!user) throw accountNotFound();
      user.refuseSuspended();
      if (request.currentPassword !== '' && user.validPasswordHash !== account.validPasswordHash)
        throw currentPasswordWrong();
      const { visitor } = request;
      if (user.name !== name) await this.activity.note(manager, user.id, 'name-changed', now, { visitor });
      user.name = name;
      const mailRequested =
        normaliseEmail(email) === user.emailNormalised
          ? await this.keep(manager, user, email, now, visitor)
          : await this.ask(manager, user, email, now, visitor);
      await this.users.save(manager, user);
      await announce(manager, ...mailRequested);
      return this.views.of(user, manager);
    });
  }

  /** The address is the current one, perhaps spelt differently, and needs no proof; a pending change ends. */
  private async keep(
    manager: EntityManager,
    user: User,
    email: string,
    now: Date,
    visitor?: Visitor,
  ): Promise<Announcement[]> {
    await this.links.cancelEmailChange(manager, user, now, visitor);
    if (user.email !== email) await this.activity.note(manager, user.id, 'email-changed', now, { visitor });
    user.email = email;
    return [];
  }

  private async ask(
    manager: EntityManager,
    user: User,
    email: string,
    now: Date,
    visitor?: Visitor,
  ): Promise<Announcement[]> {
    const other = await this.users.byEmail(normaliseEmail(email), manager);
    if (other && holdsItsAddress(other)) throw emailOfAnother();
    user.pendingEmail = email;
    await this.activity.note(manager, user.id, 'email-change-asked', now, { visitor });
    return this.mails.emailChange(manager, user, email, now);
  }
}
