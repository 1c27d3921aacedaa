import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * The 256 random bits in the cookie of one sign-in (ACC-27). State, nonce and PKCE verifier are derived from it. The database has only its hash, so
 * it reveals none of them, and only this browser can finish the sign-in.
 */
export class TransactionSecret {
  private constructor(readonly text: string) {}

  static fresh(): TransactionSecret {
    return new TransactionSecret(randomBytes(32).toString('base64url'));
  }

  /** Undefined for a malformed cookie. */
  static ofSent(text: string): TransactionSecret | undefined {
    return SECRET.test(text) ? new TransactionSecret(text) : undefined;
  }

  get hash(): Buffer {
    return createHash('sha256').update(this.text).digest();
  }

  get state(): string {
    return this.derived('state');
  }

  get nonce(): string {
    return this.derived('nonce');
  }

  /** RFC 7636; 43 characters. */
  get codeVerifier(): string {
    return this.derived('code-verifier');
  }

  get codeChallenge(): string {
    return createHash('sha256').update(this.codeVerifier).digest('base64url');
  }

  hasState(sent: string): boolean {
    const [own, other] = [Buffer.from(this.state), Buffer.from(sent)];
    return own.length === other.length && timingSafeEqual(own, other);
  }

  private derived(purpose: string): string {
    return createHmac('sha256', this.text).update(purpose).digest('base64url');
  }
}
