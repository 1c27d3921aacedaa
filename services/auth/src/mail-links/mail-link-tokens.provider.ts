import { createHash, createHmac } from 'node:crypto';
import type { MailKind } from './mail-link.rule.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const PATHS: Record<MailKind, string> = {
  'verify-email': '/verify-email',
  'change-email': '/verify-email',
  'reset-password': '/reset-password',
  'change-email-notice': '/undo-email-change',
};

/**
 * Derives a link's token (256 bits) from the request's id, so that a repeated delivery carries the same link, and neither the database nor the bus
 * contains it (ACC-8, MAIL-1).
 */
export class MailLinkTokens {
  constructor(
    private readonly publicUrl: string,
    private readonly secret: string,
  ) {}

  link(kind: MailKind, requestId: string): string {
    return `${this.publicUrl}${PATHS[kind]}?token=${this.token(kind, requestId)}`;
  }

  hashFor(kind: MailKind, requestId: string): Buffer {
    return hashOf(this.token(kind, requestId));
  }

  /** Hash of a token that a client sent; undefined for a malformed one. */
  hashOfSent(token: string): Buffer | undefined {
    return TOKEN.test(token) ? hashOf(token) : undefined;
  }

  private token(kind: MailKind, requestId: string): string {
    return createHmac('sha256', this.secret).update(`${kind}:${requestId}`).digest('base64url');
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
