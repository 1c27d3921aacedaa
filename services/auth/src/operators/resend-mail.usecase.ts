import { Injectable } from '@nestjs/common';
import { announce } from '@precis/events/outbox/outbox';
import type { Operator } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { MailRequester } from '../mail-links/mail-requester.provider.js';
import { accountNotFound } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { OperatorLog } from './operator-log.provider.js';
import { alreadyVerified, mailKindInvalid, tooManyMails } from './operators.errors.js';

/**
 * Sends a mail with a new link to the account's own address, within its daily limit (ACC-10, ACC-45). A suspended account gets none. A newer reset
 * link ends the older ones (ACC-14).
 */
@Injectable()
export class ResendMail {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly mails: MailRequester,
    private readonly operators: OperatorLog,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * `kind`: verify-email or reset-password. Throws operator_name_invalid, operator_reason_invalid, mail_kind_invalid, account_not_found,
   * account_suspended, email_already_verified or too_many_mails; then nothing was changed.
   */
  async execute(accountId: string, kind: string, sent: Operator | undefined): Promise<void> {
    const operator = this.operators.signed(sent);
    if (kind !== 'verify-email' && kind !== 'reset-password') throw mailKindInvalid();
    const now = this.clock.now();
    await inTransaction(this.database, async (manager) => {
      const user = isUuid(accountId) ? await this.users.lockById(manager, accountId) : null;
      if (!user) throw accountNotFound();
      user.refuseSuspended();
      if (kind === 'verify-email' && user.emailVerifiedAt) throw alreadyVerified();
      const mailRequested = await (kind === 'verify-email'
        ? this.mails.verification(manager, user, now)
        : this.mails.reset(manager, user, now));
      if (!mailRequested) throw tooManyMails();
      await this.activity.note(manager, user.id, 'mail-resent', now, { by: 'operator' });
      await this.operators.note(manager, { accountId: user.id, kind: 'mail-resent', operator }, now);
      await announce(manager, mailRequested);
    });
  }
}
