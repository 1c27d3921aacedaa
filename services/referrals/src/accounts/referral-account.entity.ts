import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a referrer's code came to an account. */
export type AttributedBy = 'sign-up' | 'checkout';

/**
 * What referrals knows of an account: its own code, who referred it, and keyed hashes of its addresses (REF-5). Its row is the lock under
 * which everything of the account changes, its payments and their commissions included; events of several topics meet here.
 */
@Entity('accounts')
export class ReferralAccount {
  @PrimaryColumn({ name: 'account_id', type: 'text' })
  accountId: string;

  /** Canonical form; null until it is asked for. */
  @Column({ type: 'text', nullable: true })
  code: string | null;

  /** Of every address that it has or had, hexadecimal. */
  @Column({ name: 'email_hashes', type: 'text', array: true })
  emailHashes: string[];

  /** Null until user-registered has arrived: until then nobody can say whether it is the same person as another account. */
  @Column({ name: 'registered_at', type: 'timestamptz', nullable: true })
  registeredAt: Date | null;

  @Column({ name: 'verified_at', type: 'timestamptz', nullable: true })
  verifiedAt: Date | null;

  /** Whose code came with email-verified; null without one, or with one that nobody has. */
  @Column({ name: 'sign_up_owner', type: 'text', nullable: true })
  signUpOwner: string | null;

  /** Who referred it. Set once. */
  @Column({ name: 'referrer_id', type: 'text', nullable: true })
  referrerId: string | null;

  @Column({ name: 'attributed_by', type: 'text', nullable: true })
  attributedBy: AttributedBy | null;

  @Column({ name: 'attributed_at', type: 'timestamptz', nullable: true })
  attributedAt: Date | null;

  /** Place of the first payment that earns a commission; 0 = all of them. */
  @Column({
    name: 'attributed_from',
    type: 'bigint',
    nullable: true,
    transformer: { to: (value: number | null) => value, from: (value: string | null) => value && Number(value) },
  })
  attributedFrom: number | null;

  @Column({ name: 'erased_at', type: 'timestamptz', nullable: true })
  erasedAt: Date | null;

  /** An address of this account, by its keyed hash. */
  learnAddress(emailHash: Uint8Array): void {
    const hash = Buffer.from(emailHash).toString('hex');
    if (!this.erasedAt && hash !== '' && !this.emailHashes.includes(hash)) this.emailHashes.push(hash);
  }

  /** The first time counts: an e-mail is verified once. */
  verify(signUpOwner: string | null, at: Date): void {
    if (this.verifiedAt) return;
    this.verifiedAt = at;
    this.signUpOwner = signUpOwner;
  }

  /** Throws when it has a referrer: that never changes (REF-3). */
  attribute(referrerId: string, by: AttributedBy, fromPlace: number, at: Date): void {
    if (this.referrerId) throw new Error(`account ${this.accountId} has a referrer already`);
    this.referrerId = referrerId;
    this.attributedBy = by;
    this.attributedFrom = fromPlace;
    this.attributedAt = at;
  }

  /** What leads to a person goes; who referred whom stays by id (REF-15). */
  erase(at: Date): void {
    this.erasedAt ??= at;
    this.code = null;
    this.emailHashes = [];
  }
}
