import { randomBytes } from 'node:crypto';
import type { KekRing } from './kek-ring.js';
import { seal, unseal } from './sealed-box.js';

/** A secret at rest: sealed under a data key of its own, which is sealed under the key-encryption key of `keyVersion`. */
export interface SealedSecret {
  ciphertext: Buffer;
  wrappedKey: Buffer;
  keyVersion: number;
}

/** Envelope encryption of secrets that must be readable again (decisions 12). */
export class Vault {
  /** The version of everything that is sealed from now on. */
  readonly current: number;

  /** Throws when `current` is left out where the ring has several versions, or is none of them. */
  constructor(
    private readonly ring: KekRing,
    current?: number,
  ) {
    this.current = ring.sealing(current);
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

  /** The same secret under the current version. */
  reseal(sealed: SealedSecret, context: string): SealedSecret {
    return this.seal(this.open(sealed, context), context);
  }
}
