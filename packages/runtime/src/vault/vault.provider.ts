import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KekRing } from './kek-ring.js';

/** First byte of every sealed value, so that another algorithm can be recognised later. */
const AES_256_GCM = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A stored secret, sealed under its own data key, which is sealed under the key-encryption key of `keyVersion`. */
export interface SealedSecret {
  ciphertext: Buffer;
  wrappedKey: Buffer;
  keyVersion: number;
}

/** Envelope encryption of secrets that must be readable again (KEY-3). */
export class Vault {
  /** The version under which new values are sealed. */
  readonly current: number;

  /** Throws when `current` is absent and the ring has several versions, or when it is not one of them. */
  constructor(
    private readonly ring: KekRing,
    current?: number,
  ) {
    this.current = ring.sealingVersion(current);
  }

  /** `context` names the row (`user|key`), so that a ciphertext moved to another row does not open. */
  seal(plain: Buffer, context: string): SealedSecret {
    const keyVersion = this.current;
    const aad = `${context}|${keyVersion}`;
    const dataKey = randomBytes(32);
    return {
      ciphertext: seal(dataKey, plain, aad),
      wrappedKey: seal(this.ring.key(keyVersion), dataKey, aad),
      keyVersion,
    };
  }

  open(sealed: SealedSecret, context: string): Buffer {
    const aad = `${context}|${sealed.keyVersion}`;
    return unseal(unseal(this.ring.key(sealed.keyVersion), sealed.wrappedKey, aad), sealed.ciphertext, aad);
  }

  /** Seals the same secret again under the current version. */
  reseal(sealed: SealedSecret, context: string): SealedSecret {
    return this.seal(this.open(sealed, context), context);
  }
}

/** Encrypts under a 32-byte key into algorithm byte, nonce, tag, ciphertext. The same `aad` is needed to open it. */
function seal(key: Buffer, plain: Buffer, aad: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(AES_256_GCM), nonce, cipher.getAuthTag(), body]);
}

/** Opens the output of `seal`. Throws when the key, `aad` or a single bit differs. */
function unseal(key: Buffer, sealed: Buffer, aad: string): Buffer {
  if (sealed[0] !== AES_256_GCM) throw new Error('sealed value of an unknown algorithm');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(aad))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
