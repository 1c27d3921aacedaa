import { createHmac, timingSafeEqual } from 'node:crypto';
import { markExpiry } from './browser-mark.rule.js';

const MARK = /^([a-z0-9]{1,10})\.([A-Za-z0-9_-]{43})$/;

/**
 * Marks of browsers that registered an address (ACC-65). A mark is its expiry time and an HMAC over that time and the address. So nobody
 * can forge a mark for another address, it needs no row, and it contains no personal data.
 */
export class BrowserMarks {
  constructor(private readonly secret: string) {}

  of(emailNormalised: string, registeredAt: Date): string {
    const end = Math.floor(markExpiry(registeredAt).getTime() / 1_000).toString(36);
    return `${end}.${this.macOf(emailNormalised, end).toString('base64url')}`;
  }

  /** Whether this mark was made for this address and has not expired. */
  isOf(mark: string, emailNormalised: string, now: Date): boolean {
    const [, end, mac] = MARK.exec(mark) ?? [];
    if (end === undefined || parseInt(end, 36) * 1_000 <= now.getTime()) return false;
    return timingSafeEqual(this.macOf(emailNormalised, end), Buffer.from(mac, 'base64url'));
  }

  private macOf(emailNormalised: string, end: string): Buffer {
    return createHmac('sha256', this.secret).update(`browser-mark:${end}:${emailNormalised}`).digest();
  }
}
