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

  /** For a verification mail: the name typed with it. Null once its link has ended. */
  @Column('text', { nullable: true })
  name: string | null;

  /** Only older releases write it: the password that was typed for the mail, as a PHC string. Read to detect that another one was typed (ACC-5). */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  /** The recipient when it is not the account's e-mail: the new address of a change, the old one for its notice. */
  @Column('text', { nullable: true })
  address: string | null;

  /** For a verification mail: the referral code typed with it (ACC-6). */
  @Column('text', { name: 'referral_code' })
  referralCode: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  /** The keyed hash of the recipient's mailbox, for a mail that anyone can trigger (ACC-10). Null in rows of older releases. */
  @Column('bytea', { name: 'mailbox_hash', nullable: true })
  mailboxHash: Buffer | null;

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
