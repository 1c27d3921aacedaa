import { createHmac } from 'node:crypto';

/** Erased accounts are remembered by a keyed hash of their id (MAIL-16), so that the table alone identifies nobody. */
export class ErasedIds {
  constructor(private readonly secret: string) {}

  hashOf(accountId: string): Buffer {
    return createHmac('sha256', this.secret).update(`erased:${accountId.toLowerCase()}`).digest();
  }
}
