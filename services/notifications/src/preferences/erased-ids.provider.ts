import { createHmac } from 'node:crypto';

/** By what an erased account is remembered (MAIL-16): a keyed hash of its id. Who has the table alone learns of nobody. */
export class ErasedIds {
  constructor(private readonly secret: string) {}

  hashOf(accountId: string): Buffer {
    return createHmac('sha256', this.secret).update(`erased:${accountId.toLowerCase()}`).digest();
  }
}
