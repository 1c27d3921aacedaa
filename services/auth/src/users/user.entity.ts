import { randomUUID } from 'node:crypto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { erasureAt, erasureAfterResume, isDue } from '../accounts/account-closing.rule.js';
import { passwordThatCounts } from '../passwords/contested-password.rule.js';
import { codeWithoutLink, mayRegisterAgain } from '../registration/registration.rule.js';
import { normaliseEmail } from './email.rule.js';
import { accountClosed, accountClosing, accountSuspended, emailTaken } from './users.errors.js';

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

  /** Of the first registration, as typed; empty without one. */
  @Column('text', { name: 'referral_code' })
  referralCode: string;

  /** Another registration of the unverified e-mail typed another code, or none (ACC-6). */
  @Column('boolean', { name: 'referral_contested' })
  referralContested: boolean;

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
  get countingPassword(): string | null {
    return passwordThatCounts(this);
  }

  get hasPassword(): boolean {
    return this.countingPassword !== null;
  }

  /** Of an account that was verified by something else than a registration's own link. */
  get provenReferralCode(): string {
    return codeWithoutLink(this);
  }

  /**
   * A newer registration of an unverified e-mail changes what the proof of the mailbox leaves (ACC-4 to ACC-6), and nothing else: the name
   * typed now is kept by its own link alone. Of a verified one it is refused (ACC-3).
   */
  registerAgain(samePassword: boolean, referralCode: string): void {
    if (!mayRegisterAgain(this)) throw emailTaken();
    this.passwordContested ||= !samePassword;
    this.referralContested ||= referralCode !== this.referralCode;
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

  /** Closed, and its owner may still keep it. */
  isClosing(now: Date): this is User & { erasedAt: Date } {
    return this.erasedAt !== null && !isDue(this.erasedAt, now);
  }

  /**
   * Its owner logged in. True when it was closed and they said that it is to be kept; else throws account_closing, and account_closed from
   * the end of the seven days on (ACC-73).
   */
  reopen(now: Date, keepAccount: boolean): boolean {
    if (!this.erasedAt) return false;
    if (isDue(this.erasedAt, now)) throw accountClosed();
    if (!keepAccount) throw accountClosing(this.erasedAt);
    this.erasedAt = null;
    return true;
  }

  /** A contested password is dropped (ACC-5). True when the e-mail was not verified before. */
  proveMailbox(now: Date): boolean {
    this.passwordHash = this.countingPassword;
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

  /** To the address whose mailbox was proven. */
  changeEmail(email: string): void {
    this.email = email;
    this.emailNormalised = normaliseEmail(email);
    this.pendingEmail = null;
  }
}

/** The part of an account that decides whether its sessions and keys count. */
export type AccountState = Pick<User, 'suspendedAt' | 'erasedAt'>;

/** Throws account_suspended or account_closed: its sessions and keys are refused and stay what they are (ACC-32, ACC-33). */
export function refuseAccess({ suspendedAt, erasedAt }: AccountState): void {
  if (suspendedAt) throw accountSuspended();
  if (erasedAt) throw accountClosed();
}
