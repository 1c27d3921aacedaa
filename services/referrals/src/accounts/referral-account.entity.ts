import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How an account got its referrer's code. */
export type AttributedBy = 'sign-up' | 'checkout';

/**
 * The data of an account: its own code, its referrer, and keyed hashes of its addresses (REF-5). Its row is the lock for all changes of the account,
 * including its payments and their commissions, because events of several topics meet here.
 */
@Entity('accounts')
export class ReferralAccount {
  @PrimaryColumn({ name: 'account_id', type: 'text' })
  accountId: string;

  /** Canonical form; null until it is first requested. */
  @Column({ type: 'text', nullable: true })
  code: string | null;

  /** Hashes of every current and former address, hexadecimal. */
  @Column({ name: 'email_hashes', type: 'text', array: true })
  emailHashes: string[];

  /** Null until user-registered arrives: until then it is unknown whether this is the same person as another account. */
  @Column({ name: 'registered_at', type: 'timestamptz', nullable: true })
  registeredAt: Date | null;

  @Column({ name: 'verified_at', type: 'timestamptz', nullable: true })
  verifiedAt: Date | null;

  /** Owner of the code in email-verified; null without a code, or for an unknown one. */
  @Column({ name: 'sign_up_owner', type: 'text', nullable: true })
  signUpOwner: string | null;

  /** The referrer. Set once. */
  @Column({ name: 'referrer_id', type: 'text', nullable: true })
  referrerId: string | null;

  @Column({ name: 'attributed_by', type: 'text', nullable: true })
  attributedBy: AttributedBy | null;

  @Column({ name: 'attributed_at', type: 'timestamptz', nullable: true })
  attributedAt: Date | null;

  /** Position of the first payment that earns a commission; 0 = all payments do. */
  @Column({
    name: 'attributed_from',
    type: 'bigint',
    nullable: true,
    transformer: { to: (value: number | null) => value, from: (value: string | null) => value && Number(value) },
  })
  attributedFrom: number | null;

  @Column({ name: 'erased_at', type: 'timestamptz', nullable: true })
  erasedAt: Date | null;

  /** Adds an address of this account, by its keyed hash. */
  learnAddress(emailHash: Uint8Array): void {
    const hash = Buffer.from(emailHash).toString('hex');
    if (!this.erasedAt && hash !== '' && !this.emailHashes.includes(hash)) this.emailHashes.push(hash);
  }

  /** Only the first call counts: an e-mail is verified once. */
  verify(signUpOwner: string | null, at: Date): void {
    if (this.verifiedAt) return;
    this.verifiedAt = at;
    this.signUpOwner = signUpOwner;
  }

  /** Throws when the account has a referrer, which never changes (REF-3). */
  attribute(referrerId: string, by: AttributedBy, fromPlace: number, at: Date): void {
    if (this.referrerId) throw new Error(`account ${this.accountId} has a referrer already`);
    this.referrerId = referrerId;
    this.attributedBy = by;
    this.attributedFrom = fromPlace;
    this.attributedAt = at;
  }

  /** Removes personal data; who referred whom stays by id (REF-15). */
  erase(at: Date): void {
    this.erasedAt ??= at;
    this.code = null;
    this.emailHashes = [];
  }
}
