import { randomUUID } from 'node:crypto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { erasureAt, erasureAfterResume, isErasureDue } from '../accounts/account-closing.rule.js';
import { validPasswordHashOf } from '../passwords/contested-password.rule.js';
import { codeWithoutLink, mayRegisterAgain } from '../registration/registration.rule.js';
import { normaliseEmail } from './email.rule.js';
import { accountBeingErased, accountClosed, accountClosing, accountSuspended, emailTaken } from './users.errors.js';

@Entity('users')
export class User {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** As its owner typed it; mails go here. */
  @Column('text')
  email: string;

  @Column('text', { name: 'email_normalised' })
  emailNormalised: string;

  @Column('timestamptz', { name: 'email_verified_at', nullable: true })
  emailVerifiedAt: Date | null;

  /** PHC string; null for an account without a password. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  /**
   * Whether another registration of the unverified e-mail typed another password: then none is right, and the proof of the mailbox drops it (ACC-5).
   */
  @Column('boolean', { name: 'password_contested' })
  passwordContested: boolean;

  /** Referral code of the first registration, as typed; empty without one. */
  @Column('text', { name: 'referral_code' })
  referralCode: string;

  /** Whether another registration of the unverified e-mail typed another code, or none (ACC-6). */
  @Column('boolean', { name: 'referral_contested' })
  referralContested: boolean;

  /** As typed; takes effect when its link is used (ACC-25). */
  @Column('text', { name: 'pending_email', nullable: true })
  pendingEmail: string | null;

  @Column('timestamptz', { name: 'suspended_at', nullable: true })
  suspendedAt: Date | null;

  /** When a closed account is due for erasure (ACC-33); null while the account is not closed. */
  @Column('timestamptz', { name: 'erased_at', nullable: true })
  erasedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** A new account whose e-mail is not verified yet. */
  static register(
    typed: { name: string; email: string; passwordHash: string | null; referralCode?: string },
    now: Date,
  ): User {
    const fields = { id: randomUUID(), emailNormalised: normaliseEmail(typed.email), emailVerifiedAt: null };
    const contests = { passwordContested: false, referralCode: '', referralContested: false };
    const states = { pendingEmail: null, suspendedAt: null, erasedAt: null };
    return Object.assign(new User(), fields, contests, states, typed, { createdAt: now });
  }

  /** The hash that a password is checked against; null when none is right. */
  get validPasswordHash(): string | null {
    return validPasswordHashOf(this);
  }

  get hasPassword(): boolean {
    return this.validPasswordHash !== null;
  }

  /** The referral code when something other than a registration's link verified the account. */
  get provenReferralCode(): string {
    return codeWithoutLink(this);
  }

  /**
   * Records a newer registration of an unverified e-mail, which changes only what the proof of the mailbox sets (ACC-4 to ACC-6): only its own link
   * carries the newly typed name. A verified one is refused (ACC-3).
   */
  registerAgain(samePassword: boolean, referralCode: string): void {
    if (!mayRegisterAgain(this)) throw emailTaken();
    this.passwordContested ||= !samePassword;
    this.referralContested ||= referralCode !== this.referralCode;
  }

  /** Only an operator can end a suspension (ACC-32). */
  refuseSuspended(): void {
    if (this.suspendedAt) throw accountSuspended();
  }

  /** Google has verified the e-mail, which the registration had not proved: the data typed at the registration is dropped (ACC-28). */
  proveByGoogle(name: string, now: Date): void {
    Object.assign(this, { name, emailVerifiedAt: now, passwordHash: null, passwordContested: false });
  }

  suspend(now: Date): void {
    this.suspendedAt ??= now;
  }

  /** Resumes the account; a closed one gets the rest of its seven days. */
  resume(now: Date): void {
    if (this.suspendedAt && this.erasedAt)
      this.erasedAt = erasureAfterResume({ suspendedAt: this.suspendedAt, erasedAt: this.erasedAt }, now);
    this.suspendedAt = null;
  }

  /** Closes the account; a repeat changes nothing. */
  close(now: Date): Date {
    this.pendingEmail = null;
    return (this.erasedAt ??= erasureAt(now));
  }

  /** Whether it is closed, and its owner may still keep it. */
  isClosing(now: Date): this is User & { erasedAt: Date } {
    return this.erasedAt !== null && !isErasureDue(this.erasedAt, now);
  }

  /**
   * Handles a log-in of its owner. Returns true when the account was closed and is to be kept; otherwise throws account_closing, and account_closed
   * after the seven days (ACC-73).
   */
  reopen(now: Date, keepAccount: boolean): boolean {
    if (!this.erasedAt) return false;
    if (isErasureDue(this.erasedAt, now)) throw accountBeingErased();
    if (!keepAccount) throw accountClosing(this.erasedAt);
    this.erasedAt = null;
    return true;
  }

  /** Drops a contested password (ACC-5). Returns true when the e-mail was unverified before. */
  proveMailbox(now: Date): boolean {
    this.passwordHash = this.validPasswordHash;
    this.passwordContested = false;
    if (this.emailVerifiedAt) return false;
    this.emailVerifiedAt = now;
    return true;
  }

  setPassword(passwordHash: string): void {
    this.passwordHash = passwordHash;
    this.passwordContested = false;
  }

  /** No password is right until a reset link sets one: a person who knew the old password may have changed the address (ACC-66). */
  dropPassword(): void {
    this.passwordHash = null;
    this.passwordContested = false;
  }

  /** Changes to an address whose mailbox was proven. */
  changeEmail(email: string): void {
    this.email = email;
    this.emailNormalised = normaliseEmail(email);
    this.pendingEmail = null;
  }
}

/** The facts of an account that decide whether its sessions and keys are valid. */
export type AccountState = Pick<User, 'suspendedAt' | 'erasedAt'>;

/** Throws account_suspended or account_closed: its sessions and keys are refused but not revoked (ACC-32, ACC-33). */
export function refuseAccess({ suspendedAt, erasedAt }: AccountState): void {
  if (suspendedAt) throw accountSuspended();
  if (erasedAt) throw accountClosed();
}
