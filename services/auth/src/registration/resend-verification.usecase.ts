import { Injectable } from '@nestjs/common';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { pause } from '@precis/runtime/pause';
import { DataSource } from 'typeorm';
import { JoinedRequests } from '../mail-links/joined-requests.js';
import { MailRequester } from '../mail-links/mail-requester.provider.js';
import { isEmail, normaliseEmail } from '../users/email.rule.js';
import { UsersRepository } from '../users/users.repository.js';

/** Far longer than the work takes, so that every answer takes this long. */
const ANSWER_AFTER_MS = 250;

/**
 * Sends a new link to an unverified address, with the name and referral code of its first registration (ACC-4, ACC-6). Answers the same, in the same
 * time, for every address (ACC-9).
 */
@Injectable()
export class ResendVerification {
  private readonly requests = new JoinedRequests();

  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly mails: MailRequester,
    private readonly clock: Clock,
  ) {}

  async execute(email: string): Promise<void> {
    await Promise.all([this.resend(email.trim()), pause(ANSWER_AFTER_MS)]);
  }

  private async resend(email: string): Promise<void> {
    if (!isEmail(email)) return;
    const address = normaliseEmail(email);
    await this.requests.run(address, () => this.sendLink(address));
  }

  private async sendLink(address: string): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      const user = await this.users.lockByEmail(manager, address);
      if (!user || user.emailVerifiedAt) return;
      const mailRequested = await this.mails.verification(manager, user, this.clock.now());
      if (mailRequested) await announce(manager, mailRequested);
    });
  }
}
