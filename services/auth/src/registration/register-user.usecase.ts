import { Injectable } from '@nestjs/common';
import { announce } from '@precis/events/outbox/outbox';
import type { RegisterRequest, Visitor } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { busy } from '@precis/runtime/bulkhead';
import { DomainError } from '@precis/runtime/domain-error';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.provider.js';
import { BrowserMarks } from '../mail-links/browser-marks.provider.js';
import { MailRequester } from '../mail-links/mail-requester.provider.js';
import { Passwords } from '../passwords/passwords.provider.js';
import { UserEvents } from '../users/user-events.provider.js';
import { User } from '../users/user.entity.js';
import { emailTaken } from '../users/users.errors.js';
import { UsersRepository } from '../users/users.repository.js';
import { mayRegisterAgain, referralCodeOf, refuseEmail, refuseName } from './registration.rule.js';

/** A registration finds the address free or taken; each further attempt means that the address changed hands in between. */
const TRIES = 5;

/** Registers an account and requests its verification mail: user, mail request and events commit together (ACC-1, ACC-3). */
@Injectable()
export class RegisterUser {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly mails: MailRequester,
    private readonly events: UserEvents,
    private readonly activity: ActivityLog,
    private readonly marks: BrowserMarks,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the mark that identifies this browser when it opens the link (ACC-65). Throws name_invalid, email_invalid, the refusals of the password
   * policy, email_taken for a verified address, and busy.
   */
  async execute(request: Omit<RegisterRequest, 'referralCode'> & { referralCode?: string }): Promise<string> {
    const [name, email] = [request.name.trim(), request.email.trim()];
    const refusal = refuseName(name) ?? refuseEmail(email);
    if (refusal) throw new DomainError('invalid', refusal.code, refusal.text);
    this.passwords.check(request.password);
    const passwordHash = await this.passwords.hash(request.password, request.visitor?.address);
    const referralCode = referralCodeOf(request.referralCode ?? '');
    const wanted = User.register({ name, email, passwordHash, referralCode }, this.clock.now());
    for (let attempt = 1; attempt <= TRIES; attempt++)
      if ((await this.first(wanted, request.visitor)) || (await this.again(wanted, request)))
        return this.marks.of(wanted.emailNormalised, wanted.createdAt);
    throw busy(1)();
  }

  /** Registers a new account; false when the e-mail already has one. */
  private async first(wanted: User, visitor?: Visitor): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      if (!(await this.users.insertIfNew(manager, wanted))) return false;
      const mailRequested = await this.mails.verification(manager, wanted, wanted.createdAt);
      await this.activity.note(manager, wanted.id, 'registered', wanted.createdAt, { visitor });
      // No mail is sent when the mailbox has reached its daily limit (ACC-10). The link can be requested again later.
      const mailed = mailRequested ? [mailRequested] : [];
      await announce(manager, this.events.registered(wanted, wanted.referralCode), ...mailed);
      return true;
    });
  }

  /**
   * Registers an existing unverified account again. The password is compared before the lock, because hashing takes long. Also without a mail the
   * account records that another password was typed (ACC-5); the answer is the same. False when the e-mail no longer has an account.
   */
  private async again(
    wanted: User,
    { password, visitor }: Pick<RegisterRequest, 'password' | 'visitor'>,
  ): Promise<boolean> {
    const known = await this.users.byEmail(wanted.emailNormalised);
    if (known && !mayRegisterAgain(known)) throw emailTaken();
    const matches = known !== null && (await this.passwords.verify(known.passwordHash, password, visitor?.address));
    return inTransaction(this.database, async (manager) => {
      const existing = await this.users.lockByEmail(manager, wanted.emailNormalised);
      if (!existing) return false;
      existing.registerAgain(matches && existing.passwordHash === known?.passwordHash, wanted.referralCode);
      await this.users.save(manager, existing);
      const mailRequested = await this.mails.verification(manager, existing, wanted.createdAt, wanted);
      if (mailRequested) await announce(manager, mailRequested);
      return true;
    });
  }
}
