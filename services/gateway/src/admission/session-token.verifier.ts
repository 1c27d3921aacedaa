import { Injectable } from '@nestjs/common';
import type { Clock } from '@precis/runtime/clock';
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { type AuthRpc } from '../rpc-clients.js';

/** As auth signs it: a token made for another purpose never passes as a session. */
const SESSION_TOKEN_TYPE = 'session+jwt';
/** An unknown kid asks auth for newer keys, at most this often: forged kids must not become a flood of calls. */
const REFETCH_COOLDOWN_MS = 5_000;

/** Proves a session token by its Ed25519 signature, so that garbage never costs auth a call. */
@Injectable()
export class SessionTokenVerifier {
  private keys?: ReturnType<typeof createLocalJWKSet>;
  private fetchedAtMs = -Infinity;

  constructor(
    private readonly auth: AuthRpc,
    /** The one by which auth writes `exp`. */
    private readonly clock: Clock,
  ) {}

  /** The session id, or undefined when the token is not ours, altered or expired. Throws when auth's keys cannot be had. */
  async sessionIdOf(token: string): Promise<string | undefined> {
    this.keys ??= await this.fetchKeys();
    try {
      return await this.verify(token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || performance.now() - this.fetchedAtMs < REFETCH_COOLDOWN_MS) return undefined;
      this.keys = await this.fetchKeys();
      return this.verify(token).catch(() => undefined);
    }
  }

  private async verify(token: string): Promise<string | undefined> {
    const { payload } = await jwtVerify(token, this.keys!, {
      algorithms: ['EdDSA', 'Ed25519'],
      typ: SESSION_TOKEN_TYPE,
      requiredClaims: ['exp', 'sid', 'sub'],
      currentDate: this.clock.now(),
    });
    return typeof payload.sid === 'string' ? payload.sid : undefined;
  }

  private async fetchKeys(): Promise<ReturnType<typeof createLocalJWKSet>> {
    this.fetchedAtMs = performance.now();
    const { jwksJson } = await this.auth.getSigningKeys({}, { deadlineMs: 1_000, idempotent: true });
    return createLocalJWKSet(JSON.parse(jwksJson) as JSONWebKeySet);
  }
}
