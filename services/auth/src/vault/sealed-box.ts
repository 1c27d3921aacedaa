import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** First byte of every sealed value, so that another algorithm can be told apart later. */
const AES_256_GCM = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts under a 32-byte key: algorithm byte, nonce, tag, ciphertext. `aad` must be given again to open it. */
export function seal(key: Buffer, plain: Buffer, aad: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(AES_256_GCM), nonce, cipher.getAuthTag(), body]);
}

/** Opens what `seal` made; throws when key, aad or a single bit differ. */
export function unseal(key: Buffer, sealed: Buffer, aad: string): Buffer {
  if (sealed[0] !== AES_256_GCM) throw new Error('sealed value of an unknown algorithm');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(aad))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
