import { Injectable } from '@nestjs/common';
import { Bulkhead, busy } from '@precis/runtime/bulkhead';
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { formatPhc, parsePhc, type PhcHash } from './phc.rule.js';

const argon2id = promisify(argon2);
/** OWASP's parameters for argon2id: 19 MiB, 2 passes, 1 lane; about 50 ms of one core. */
const PARAMETERS = { memoryKib: 19_456, passes: 2, parallelism: 1 };
/** More at once would only share the same cores and take the thread pool from everything else. */
const AT_ONCE = 2;
const QUEUE = 100;
/** Stands in for the hash of an account that does not exist; no password has it. */
const NOBODY: PhcHash = { ...PARAMETERS, salt: Buffer.alloc(16), hash: Buffer.alloc(32) };

@Injectable()
export class PasswordHasher {
  private readonly bulkhead = new Bulkhead({ atOnce: AT_ONCE, waiting: QUEUE, refusal: busy(2) });

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    return formatPhc({ ...PARAMETERS, salt, hash: await this.derive(password, { ...PARAMETERS, salt }) });
  }

  /** Without a stored hash the same work is done and the answer is false, so that time does not tell who has an account. */
  async verify(stored: string | null | undefined, password: string): Promise<boolean> {
    const expected = stored ? parsePhc(stored) : NOBODY;
    const derived = await this.derive(password, expected);
    return timingSafeEqual(derived, expected.hash) && expected !== NOBODY;
  }

  private derive(password: string, p: Omit<PhcHash, 'hash'>): Promise<Buffer> {
    // One text has several Unicode spellings; keyboards differ in which they send.
    const message = Buffer.from(password.normalize('NFC'));
    return this.bulkhead.run(() =>
      argon2id('argon2id', {
        message,
        nonce: p.salt,
        parallelism: p.parallelism,
        tagLength: 32,
        memory: p.memoryKib,
        passes: p.passes,
      }),
    );
  }
}
