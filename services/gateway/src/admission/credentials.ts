import { Injectable } from '@nestjs/common';
import { Bulkhead, busy } from '@precis/runtime/bulkhead';
import type { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import type { Principal } from '../http/request-context.js';
import { type Admitted, CredentialCache } from './credential-cache.js';
import { type Moment, OwnTime } from './own-time.js';
import { RevocationPoll } from './revocation-poll.js';
import { SessionTokenVerifier } from './session-token.verifier.js';
import { type AuthRpc } from '../rpc-clients.js';

const DEADLINE_MS = 1_000;
/** Who comes later than this asks anew: the answer that is under way may have been true only before a revocation. */
const JOINED_FOR_MS = 900;
/**
 * Asks in flight, of all credentials together. While auth is slow nothing cached counts and each request asks: without a bound these
 * asks alone would keep it slow. At 5 ms an answer this is room for 40,000 a second.
 */
const MOST_ASKS = 200;
/** Of one address: whoever sends made-up keys must not fill the room. 4,000 unknown credentials a second at 5 ms an answer. */
const MOST_ASKS_OF_ONE = 20;

interface Ask {
  begun: Moment;
  admitted: Promise<Admitted>;
}

/** Key or session -> account, from a cache that is trusted only while revocations are known to the second (design 3.1). */
@Injectable()
export class Credentials {
  private readonly cache: CredentialCache;
  private readonly asks = new Map<string, Ask>();
  private readonly room = new Bulkhead({ atOnce: MOST_ASKS, atOnceOfOne: MOST_ASKS_OF_ONE, refusal: busy(1) });

  constructor(
    private readonly auth: AuthRpc,
    private readonly sessions: SessionTokenVerifier,
    private readonly revocations: RevocationPoll,
    clock: Clock,
    private readonly time: OwnTime = new OwnTime(),
  ) {
    this.cache = new CredentialCache(clock, () => time.now().steadyMs);
  }

  /**
   * Throws unauthenticated for a bad or revoked credential, unavailable when auth cannot say or too many are asking it: of all, or
   * from the `asker` (askerOf).
   */
  async principalOf(credential: string, client: string, asker?: string): Promise<Principal> {
    const key = CredentialCache.keyOf(credential);
    const cached = this.revocations.isFresh() ? this.cache.get(key) : undefined;
    if (cached && this.isStillTrue(cached)) return cached.principal;
    this.cache.delete(key);
    const admitted = await this.askOnce(key, () => this.ask(key, credential, client, asker));
    if (this.revocations.isRevokedSince(admitted.principal.credentialId, admitted.askedAtMs))
      throw refused(admitted.principal);
    return admitted.principal;
  }

  private isStillTrue({ principal, askedAtMs, line }: Admitted): boolean {
    return line === this.revocations.line && !this.revocations.isRevokedSince(principal.credentialId, askedAtMs);
  }

  /** A burst with one cold key asks auth once. */
  private askOnce(key: string, askAuth: () => Promise<Admitted>): Promise<Admitted> {
    const running = this.asks.get(key);
    if (running && this.time.since(running.begun) < JOINED_FOR_MS) return running.admitted;
    const ask: Ask = { begun: this.time.now(), admitted: askAuth() };
    this.asks.set(key, ask);
    return ask.admitted.finally(() => {
      if (this.asks.get(key) === ask) this.asks.delete(key);
    });
  }

  private async ask(key: string, credential: string, client: string, asker?: string): Promise<Admitted> {
    const asked = { askedAtMs: this.time.now().steadyMs, line: this.revocations.line };
    const { principal, validUntilMs } = isApiKey(credential)
      ? await this.ofKey(credential, client, asker)
      : await this.ofSession(credential, asker);
    const admitted = { ...asked, principal, validUntilMs };
    if (this.isStillTrue(admitted)) this.cache.set(key, admitted);
    return admitted;
  }

  private async ofKey(
    apiKey: string,
    client: string,
    asker?: string,
  ): Promise<Pick<Admitted, 'principal' | 'validUntilMs'>> {
    const found = await this.room.run(
      () => this.auth.authenticateKey({ apiKey, client }, { deadlineMs: DEADLINE_MS, idempotent: true }),
      asker,
    );
    return {
      principal: { kind: 'api-key', accountId: found.accountId, credentialId: found.keyId },
      validUntilMs: found.validUntilMs,
    };
  }

  private async ofSession(token: string, asker?: string): Promise<Pick<Admitted, 'principal' | 'validUntilMs'>> {
    const sessionId = await this.sessions.sessionIdOf(token, asker);
    if (sessionId === undefined) throw sessionInvalid();
    const found = await this.room.run(
      () => this.auth.authenticateSession({ sessionId }, { deadlineMs: DEADLINE_MS, idempotent: true }),
      asker,
    );
    return {
      principal: { kind: 'session', accountId: found.accountId, credentialId: sessionId },
      validUntilMs: found.validUntilMs,
    };
  }
}

/** API keys carry their prefix; everything else is taken for a session token. */
export function isApiKey(credential: string): boolean {
  return credential.startsWith('prc_');
}

const sessionInvalid = () =>
  new DomainError('unauthenticated', 'session_invalid', 'Your session is not valid. Please log in again.');

const refused = ({ kind }: Principal) =>
  kind === 'session' ? sessionInvalid() : new DomainError('unauthenticated', 'api_key_invalid', 'Invalid API key');
