import { Injectable } from '@nestjs/common';
import { announce } from '@precis/events/outbox/outbox';
import type { RegisterRequest } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DomainError } from '@precis/runtime/domain-error';
import { DataSource, type EntityManager } from 'typeorm';
import { MailRequester } from '../mail-links/mail-requester.provider.js';
import { Passwords } from '../passwords/passwords.provider.js';
import { UserEvents } from '../users/user-events.provider.js';
import { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { referralCodeOf, refuseEmail, refuseName } from './registration.rule.js';

/** Registers an account and asks for its verification mail: user, mail request and events commit together (ACC-1, ACC-3). */
@Injectable()
export class RegisterUser {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly mails: MailRequester,
    private readonly events: UserEvents,
    private readonly clock: Clock,
  ) {}

  async execute(request: Omit<RegisterRequest, 'referralCode'> & { referralCode?: string }): Promise<void> {
    const [name, email] = [request.name.trim(), request.email.trim()];
    const refusal = refuseName(name) ?? refuseEmail(email);
    if (refusal) throw new DomainError('invalid', refusal.code, refusal.text);
    this.passwords.check(request.password);
    const passwordHash = await this.passwords.hash(request.password);
    const now = this.clock.now();
    const wanted = User.register({ name, email, passwordHash }, now);
    await inTransaction(this.database, async (manager) => {
      if (await this.users.insertIfNew(manager, wanted)) {
        const mailRequested = await this.mails.verification(manager, wanted, now);
        await announce(
          manager,
          this.events.registered(wanted, referralCodeOf(request.referralCode ?? '')),
          mailRequested!,
        );
      } else await this.again(manager, wanted, now);
    });
  }

  /**
   * Only the mail's link keeps what was typed now: saved on the user, it would go into the next link that the address's owner asks for.
   * Without a mail nothing is written; the answer is the same.
   */
  private async again(manager: EntityManager, wanted: User, now: Date): Promise<void> {
    const existing = (await this.users.lockByEmail(manager, wanted.emailNormalised))!;
    existing.refuseAnother();
    const mailRequested = await this.mails.verification(
      manager,
      { id: existing.id, name: wanted.name, passwordHash: wanted.passwordHash },
      now,
    );
    if (mailRequested) await announce(manager, mailRequested);
  }
}
