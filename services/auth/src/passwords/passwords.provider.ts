import { Bulkhead, busy } from '@precis/runtime/bulkhead';
import { DomainError } from '@precis/runtime/domain-error';
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { HashCost } from './password-hashing.js';
import { refusePassword } from './password-policy.rule.js';

/** Parameters and result of one argon2id hash. */
interface PhcHash extends HashCost {
  salt: Buffer;
  hash: Buffer;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const argon2id = promisify(argon2);
/** More would only share the same cores and block the thread pool for everything else. */
const AT_ONCE = 2;
const QUEUE = 100;

/** Checks passwords by the policy, and stores them as argon2id (ACC-11). */
export class Passwords {
  private readonly bulkhead = new Bulkhead({ atOnce: AT_ONCE, waiting: QUEUE, refusal: busy(2) });

  /** Used instead of the hash of an account that does not exist; no password matches it. */
  private readonly nobody: PhcHash;

  /** `blocklist`: whether common passwords are refused too (ACC-12). */
  constructor(
    private readonly blocklist: boolean,
    private readonly cost: HashCost,
  ) {
    this.nobody = { ...cost, salt: Buffer.alloc(16), hash: Buffer.alloc(32) };
  }

  /** Throws DomainError `invalid` with the code and text of the refusal. */
  check(password: string): void {
    const refusal = refusePassword(password, this.blocklist);
    if (refusal) throw new DomainError('invalid', refusal.code, refusal.text);
  }

  /**
   * `asker`: the visitor's address. When more hashes wait than run in parallel, addresses take turns. `inTurn` runs when the turn has come; by
   * rejecting it skips a hash that is no longer wanted.
   */
  async hash(password: string, asker?: string, inTurn?: () => Promise<void>): Promise<string> {
    const salt = randomBytes(16);
    const derived = await this.derive(password, { ...this.cost, salt }, asker, inTurn);
    return formatPhc({ ...this.cost, salt, hash: derived });
  }

  /** Without a stored hash the same work is done and the result is false, so that the time does not reveal an account (ACC-17). */
  async verify(stored: string | null | undefined, password: string, asker?: string): Promise<boolean> {
    const expected = stored ? parsePhc(stored) : this.nobody;
    const derived = await this.derive(password, expected, asker);
    return timingSafeEqual(derived, expected.hash) && expected !== this.nobody;
  }

  private derive(
    password: string,
    p: Omit<PhcHash, 'hash'>,
    asker?: string,
    inTurn?: () => Promise<void>,
  ): Promise<Buffer> {
    // One text has several Unicode spellings, and keyboards differ in the one they send.
    const message = Buffer.from(password.normalize('NFC'));
    const parameters = {
      message,
      nonce: p.salt,
      parallelism: p.parallelism,
      tagLength: 32,
      memory: p.memoryKib,
      passes: p.passes,
    };
    const work = async () => {
      await inTurn?.();
      return argon2id('argon2id', parameters);
    };
    return this.bulkhead.run(work, asker || undefined);
  }
}

/** Formats a hash as a PHC string, which names its own parameters: hashes with older parameters stay readable. */
function formatPhc(h: PhcHash): string {
  return `$argon2id$v=19$m=${h.memoryKib},t=${h.passes},p=${h.parallelism}$${unpadded(h.salt)}$${unpadded(h.hash)}`;
}

/** Parses a PHC string; throws for anything that formatPhc did not write. */
function parsePhc(text: string): PhcHash {
  const parts = PHC.exec(text);
  if (!parts) throw new Error('stored password hash is not an argon2id PHC string');
  return {
    memoryKib: Number(parts[1]),
    passes: Number(parts[2]),
    parallelism: Number(parts[3]),
    salt: Buffer.from(parts[4], 'base64'),
    hash: Buffer.from(parts[5], 'base64'),
  };
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
