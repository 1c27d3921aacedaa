import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Topic, TOPICS } from './mail-topic.rule.js';

const VERSION = 1;
const ACCOUNT_BYTES = 16;
const LENGTH = 2 + ACCOUNT_BYTES + 32;
const TOKEN = /^[A-Za-z0-9_-]{67}$/;

/**
 * Makes links that turn off one kind of mail for one account, without a login (MAIL-8). A token consists of version, topic, account and an HMAC over
 * them: nobody can forge one, it needs no row, and it never expires, because old mails stay in mailboxes.
 */
export class UnsubscribeLinks {
  constructor(
    private readonly publicUrl: string,
    private readonly secret: string,
  ) {}

  /** Also the https address of one-click unsubscription (RFC 8058). */
  link(accountId: string, topic: Topic): string {
    const claim = Buffer.concat([
      Buffer.from([VERSION, TOPICS.indexOf(topic)]),
      Buffer.from(accountId.replaceAll('-', ''), 'hex'),
    ]);
    return `${this.publicUrl}/unsubscribe?token=${Buffer.concat([claim, this.macOf(claim)]).toString('base64url')}`;
  }

  /** The content of a token; undefined when it is not ours. */
  read(token: string): { accountId: string; topic: Topic } | undefined {
    if (!TOKEN.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    const claim = bytes.subarray(0, LENGTH - 32);
    // Decoding ignores some bits of the last character; only the canonical form is accepted.
    if (bytes.length !== LENGTH || bytes.toString('base64url') !== token) return undefined;
    if (!timingSafeEqual(this.macOf(claim), bytes.subarray(claim.length)) || claim[0] !== VERSION) return undefined;
    const topic = TOPICS.at(claim[1]);
    const accountId = claim.toString('hex', 2).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    return topic && { accountId, topic };
  }

  private macOf(claim: Buffer): Buffer {
    return createHmac('sha256', this.secret).update('unsubscribe:').update(claim).digest();
  }
}
