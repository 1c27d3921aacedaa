import { Column, Entity, PrimaryColumn } from 'typeorm';
import { apiKeyAbsent } from './api-keys.errors.js';
import { keyIsLive } from './key-grace.rule.js';

@Entity('api_keys')
export class ApiKey {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** HMAC of the key; the key itself is never stored in clear text. */
  @Column('bytea', { name: 'lookup_hash' })
  lookupHash: Buffer;

  @Column('bytea')
  ciphertext: Buffer;

  @Column('bytea', { name: 'wrapped_key' })
  wrappedKey: Buffer;

  @Column('integer', { name: 'key_version' })
  keyVersion: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** Null for the account's active key; after a rotation, the end of its grace. */
  @Column('timestamptz', { name: 'valid_until', nullable: true })
  validUntil: Date | null;

  /** By the database clock, which ListRevoked uses. */
  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;

  @Column('text', { name: 'last_client' })
  lastClient: string;

  isLive(now: Date): boolean {
    return keyIsLive(this, now);
  }

  /** Only the active key can be replaced; one in its grace or revoked stays as it is. */
  startGrace(now: Date, graceSeconds: number): void {
    if (this.revokedAt || this.validUntil) throw apiKeyAbsent();
    this.validUntil = new Date(now.getTime() + graceSeconds * 1_000);
  }
}
