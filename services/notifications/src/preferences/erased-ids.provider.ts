import { createHmac } from 'node:crypto';

/** Hashes of erased accounts' ids, keyed, so that the table alone identifies nobody (MAIL-16). */
export class ErasedIds {
  constructor(private readonly secret: string) {}

  hashOf(accountId: string): Buffer {
    return createHmac('sha256', this.secret).update(`erased:${accountId.toLowerCase()}`).digest();
  }
}
