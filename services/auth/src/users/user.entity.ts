import { randomUUID } from 'node:crypto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { erasureAt, erasureAfterResume, isDue } from '../accounts/account-closing.rule.js';
import { mayRegisterAgain } from '../registration/registration.rule.js';
import { normaliseEmail } from './email.rule.js';
import { accountClosed, accountSuspended, emailAlreadyVerified, emailTaken } from './users.errors.js';

@Entity('users')
export class User {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** As typed at registration; mails go here. */
  @Column('text')
  email: string;

  @Column('text', { name: 'email_normalised' })
  emailNormalised: string;

  @Column('timestamptz', { name: 'email_verified_at', nullable: true })
  emailVerifiedAt: Date | null;

  /** PHC string; null for an account without a password. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  /** Another registration of the unverified e-mail typed another password: none is right, and the proof of the mailbox drops it (ACC-5). */
  @Column('boolean', { name: 'password_contested' })
  passwordContested: boolean;

  /** As typed; counts from the use of its link on (ACC-25). */
  @Column('text', { name: 'pending_email', nullable: true })
  pendingEmail: string | null;

  @Column('timestamptz', { name: 'suspended_at', nullable: true })
  suspendedAt: Date | null;

  /** Of a closed account: when what is personal is erased (ACC-33). */
  @Column('timestamptz', { name: 'erased_at', nullable: true })
  erasedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** A new account whose e-mail is not verified yet. */
  static register(typed: { name: string; email: string; passwordHash: string | null }, now: Date): User {
    const fields = { id: randomUUID(), ...typed, emailNormalised: normaliseEmail(typed.email), emailVerifiedAt: null };
    const states = { passwordContested: false, pendingEmail: null, suspendedAt: null, erasedAt: null };
    return Object.assign(new User(), fields, states, { createdAt: now });
  }

  /**
   * A newer registration of an unverified e-mail (ACC-4) changes nothing here: what was typed
   * counts by its own link alone. Of a verified one it is refused.
   */
  refuseAnother(): void {
    if (!mayRegisterAgain(this)) throw emailTaken();
  }

  /** Nothing opens a suspended account but an operator (ACC-32). */
  refuseSuspended(): void {
    if (this.suspendedAt) throw accountSuspended();
  }

  /** Google has verified the e-mail, which nobody here has proved: what was typed for it counts no more (ACC-28). */
  proveByGoogle(name: string, now: Date): void {
    Object.assign(this, { name, emailVerifiedAt: now, passwordHash: null, passwordContested: false });
  }

  suspend(now: Date): void {
    this.suspendedAt ??= now;
  }

  /** A closed account gets the rest of its seven days. */
  resume(now: Date): void {
    if (this.suspendedAt && this.erasedAt)
      this.erasedAt = erasureAfterResume({ suspendedAt: this.suspendedAt, erasedAt: this.erasedAt }, now);
    this.suspendedAt = null;
  }

  /** Closing it again changes nothing. */
  close(now: Date): Date {
    this.pendingEmail = null;
    return (this.erasedAt ??= erasureAt(now));
  }

  /** Its owner logged in. True when it was closed; throws account_closed from the end of the seven days on. */
  reopen(now: Date): boolean {
    if (!this.erasedAt) return false;
    if (isDue(this.erasedAt, now)) throw accountClosed();
    this.erasedAt = null;
    return true;
  }

  /** By a link that carries what was typed for it; null in a link of an older release, which leaves both as they are. */
  verifyEmail(name: string | null, passwordHash: string | null, now: Date): void {
    if (this.emailVerifiedAt) throw emailAlreadyVerified();
    this.emailVerifiedAt = now;
    this.name = name ?? this.name;
    this.passwordHash = passwordHash ?? this.passwordHash;
  }
}

/** The part of an account that decides whether its sessions and keys count. */
export type AccountState = Pick<User, 'suspendedAt' | 'erasedAt'>;

/** Throws account_suspended or account_closed: its sessions and keys are refused and stay what they are (ACC-32, ACC-33). */
export function refuseAccess({ suspendedAt, erasedAt }: AccountState): void {
  if (suspendedAt) throw accountSuspended();
  if (erasedAt) throw accountClosed();
}
