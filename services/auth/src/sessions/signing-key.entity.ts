import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An Ed25519 key pair; the private half (PKCS #8) is stored only encrypted. */
@Entity('signing_keys')
export class SigningKey {
  /** RFC 7638 thumbprint of the public key. */
  @PrimaryColumn('text')
  kid: string;

  @Column('jsonb', { name: 'public_jwk' })
  publicJwk: Record<string, string>;

  @Column('bytea')
  ciphertext: Buffer;

  @Column('bytea', { name: 'wrapped_key' })
  wrappedKey: Buffer;

  @Column('integer', { name: 'key_version' })
  keyVersion: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
