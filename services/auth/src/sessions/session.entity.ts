import { Column, Entity, PrimaryColumn } from 'typeorm';
import { sessionIsLive } from './session-life.rule.js';

/** How a session began: with the password, by the link of a mail, or with Google. */
export type SessionOrigin = 'password' | 'link' | 'google';

@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** By the database clock, which ListRevoked uses. */
  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  /** How its owner logged in: by password, by a mail's link, or with Google. */
  @Column('text')
  how: SessionOrigin;

  /** The client's own name, and its address, for the owner's list of sessions. */
  @Column('text')
  client: string;

  @Column('text')
  address: string;

  isLive(now: Date): boolean {
    return sessionIsLive(this, now);
  }
}
