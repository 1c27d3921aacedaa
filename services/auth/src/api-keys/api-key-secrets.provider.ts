import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Vault } from '@precis/runtime/vault/vault.provider';
import { composeApiKey, KEY_CHARACTERS } from './api-key-format.rule.js';
import { ApiKey } from './api-key.entity.js';

/** Generates keys, and converts them for storage: a keyed hash for the look-up, and a ciphertext for the owner (KEY-3). */
export class ApiKeySecrets {
  constructor(
    private readonly pepper: string,
    private readonly vault: Vault,
  ) {}

  /** Makes a new key: `text` is the key itself, `key` its row, which the caller stores. */
  issue(userId: string, now: Date): { text: string; key: ApiKey } {
    const text = composeApiKey(Array.from({ length: KEY_CHARACTERS }, () => randomInt(62)));
    const id = randomUUID();
    const sealed = this.vault.seal(Buffer.from(text), contextOf({ userId, id }));
    const key = Object.assign(new ApiKey(), {
      id,
      userId,
      ...sealed,
      lookupHash: this.lookupHash(text),
      createdAt: now,
      validUntil: null,
      revokedAt: null,
      lastUsedAt: null,
      lastClient: '',
    });
    return { text, key };
  }

  /** The HMAC-SHA-256 of a key under the pepper, by which its row is found. */
  lookupHash(text: string): Buffer {
    return createHmac('sha256', this.pepper).update(text).digest();
  }

  /** Decrypts the key's text. */
  reveal(key: ApiKey): string {
    return this.vault.open(key, contextOf(key)).toString();
  }
}

/** The associated data of an encrypted API key: the ciphertext can be decrypted only in its own row. */
export const contextOf = (key: { userId: string; id: string }) => `${key.userId}|${key.id}`;
