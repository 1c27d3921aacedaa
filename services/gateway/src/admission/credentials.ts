import { Injectable } from '@nestjs/common';
import type { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import type { Principal } from '../http/request-context.js';
import { CredentialCache } from './credential-cache.js';
import { RevocationPoll } from './revocation-poll.js';
import { SessionTokenVerifier } from './session-token.verifier.js';
import { type AuthRpc } from '../rpc-clients.js';

const DEADLINE_MS = 1_000;

/** Key or session -> account, from a cache that is trusted only while revocations are known to the second (design 3.1). */
@Injectable()
export class Credentials {
  private readonly cache: CredentialCache;
  private readonly inFlight = new Map<string, Promise<Principal>>();

  constructor(
    private readonly auth: AuthRpc,
    private readonly sessions: SessionTokenVerifier,
    private readonly revocations: RevocationPoll,
    clock: Clock,
  ) {
    this.cache = new CredentialCache(clock);
  }

  /** Throws unauthenticated for a bad or revoked credential, unavailable when auth cannot say. */
  async principalOf(credential: string, client: string): Promise<Principal> {
    const key = CredentialCache.keyOf(credential);
    const cached = this.revocations.isFresh() ? this.cache.get(key) : undefined;
    if (cached && !this.revocations.isRevoked(cached.credentialId)) return cached;
    this.cache.delete(key);
    return this.askOnce(key, credential, client);
  }

  /** A burst with one cold key asks auth once. */
  private askOnce(key: string, credential: string, client: string): Promise<Principal> {
    const running = this.inFlight.get(key);
    if (running) return running;
    const asked = this.ask(key, credential, client).finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, asked);
    return asked;
  }

  private async ask(key: string, credential: string, client: string): Promise<Principal> {
    if (isApiKey(credential)) {
      const found = await this.auth.authenticateKey({ apiKey: credential, client }, { deadlineMs: DEADLINE_MS, idempotent: true });
      const principal: Principal = { kind: 'api-key', accountId: found.accountId, credentialId: found.keyId };
      this.cache.set(key, principal, found.validUntilMs);
      return principal;
    }
    const sessionId = await this.sessions.sessionIdOf(credential);
    if (sessionId === undefined) throw new DomainError('unauthenticated', 'session_invalid', 'Your session is not valid. Please log in again.');
    const found = await this.auth.authenticateSession({ sessionId }, { deadlineMs: DEADLINE_MS, idempotent: true });
    const principal: Principal = { kind: 'session', accountId: found.accountId, credentialId: sessionId };
    this.cache.set(key, principal, found.validUntilMs);
    return principal;
  }
}

/** API keys carry their prefix; everything else is taken for a session token. */
export function isApiKey(credential: string): boolean {
  return credential.startsWith('prc_');
}
