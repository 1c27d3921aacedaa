import { Column, Entity, PrimaryColumn } from 'typeorm';
import { sessionIsLive } from './session-life.rule.js';

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

  /** By the database clock, as ListRevoked reads it. */
  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  isLive(now: Date): boolean {
    return sessionIsLive(this, now);
  }
}
