import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isUuid } from '@precis/runtime/uuid';
import { User } from './user.entity.js';

const EMAIL_UNIQUE = 'users_email_unique';

/** Whether a statement failed because another account has the e-mail. */
export function isEmailInUse(error: unknown): boolean {
  return (error as { constraint?: string } | null)?.constraint === EMAIL_UNIQUE;
}

@Injectable()
export class UsersRepository {
  constructor(private readonly database: DataSource) {}

  async byId(id: string): Promise<User | null> {
    return isUuid(id) ? this.database.manager.findOneBy(User, { id }) : null;
  }

  /** Read inside a transaction, without the lock. */
  async isVerified(manager: EntityManager, id: string): Promise<boolean> {
    return (await manager.findOneBy(User, { id }))?.emailVerifiedAt != null;
  }

  async byEmail(emailNormalised: string, manager = this.database.manager): Promise<User | null> {
    return manager.findOneBy(User, { emailNormalised });
  }

  /** False when the e-mail already has an account: one of several parallel registrations inserts, the others wait and find it. */
  async insertIfNew(manager: EntityManager, user: User): Promise<boolean> {
    const inserted = await manager.query<unknown[]>(
      `INSERT INTO users (id, name, email, email_normalised, email_verified_at, password_hash, referral_code, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (email_normalised) DO NOTHING RETURNING id`,
      [
        user.id,
        user.name,
        user.email,
        user.emailNormalised,
        user.emailVerifiedAt,
        user.passwordHash,
        user.referralCode,
        user.createdAt,
      ],
    );
    return inserted.length === 1;
  }

  /** Reads and locks the row until the end of the transaction, so that changes of one account follow each other. */
  async lockByEmail(manager: EntityManager, emailNormalised: string): Promise<User | null> {
    return manager.findOne(User, { where: { emailNormalised }, lock: { mode: 'pessimistic_write' } });
  }

  async lockById(manager: EntityManager, id: string): Promise<User | null> {
    return manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Deletes all of auth's data on the user. The log of operators keeps its rows but not their reasons, which may name the person (DATA-13). */
  async erase(manager: EntityManager, id: string): Promise<void> {
    await manager.query(`UPDATE operator_actions SET reason = '' WHERE account_id = $1`, [id]);
    await manager.delete(User, { id });
  }

  async save(manager: EntityManager, user: User): Promise<void> {
    await manager.update(
      User,
      { id: user.id },
      {
        name: user.name,
        email: user.email,
        emailNormalised: user.emailNormalised,
        emailVerifiedAt: user.emailVerifiedAt,
        passwordHash: user.passwordHash,
        passwordContested: user.passwordContested,
        referralContested: user.referralContested,
        pendingEmail: user.pendingEmail,
        suspendedAt: user.suspendedAt,
        erasedAt: user.erasedAt,
      },
    );
  }
}
