import { Column, Entity, PrimaryColumn } from 'typeorm';
import { linkIsLive, type MailKind } from './mail-link.rule.js';

/** One mail that auth asked notifications to send. Its link is derived from its id; only the token's hash is stored. */
@Entity('mail_requests')
export class MailRequest {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  kind: MailKind;

  /** Of a verification mail: the name that was typed for it. Null once its link ended. */
  @Column('text', { nullable: true })
  name: string | null;

  /** Only older releases write it: the password that was typed for the mail, a PHC string. Read to see that another one was (ACC-5). */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  /** Where it goes when that is not the account's e-mail: the new one of a change, the old one of its notice. */
  @Column('text', { nullable: true })
  address: string | null;

  /** Of a verification mail: the referral code that was typed for it (ACC-6). */
  @Column('text', { name: 'referral_code' })
  referralCode: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;

  @Column('timestamptz', { name: 'superseded_at', nullable: true })
  supersededAt: Date | null;

  isLive(now: Date): boolean {
    return linkIsLive(this, now);
  }
}
