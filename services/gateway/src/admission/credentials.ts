import { Inject, Injectable, Optional } from '@nestjs/common';
import { Bulkhead, busy } from '@precis/runtime/bulkhead';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { hash } from 'node:crypto';
import type { Principal } from '../http/request-context.js';
import { AUTH, type AuthRpc } from '../rpc-clients.js';
import { type Moment, OwnTime, RevocationPoll } from './revocation-poll.js';
import { SessionTokenVerifier } from './session-token.verifier.js';

/** After a second, another copy of auth is asked as well: one that hangs must not delay requests. A busy machine may take longer, so both together have 5 s. */
const ASK = { deadlineMs: 1_000, limitMs: 5_000, idempotent: true };
/** A request joins a question that is at most this old. An older question may have been answered before a revocation. */
const JOINED_FOR_MS = 900;
/**
 * The most questions to auth in flight, of all credentials together. While auth is slow, the cache is not trusted and each request asks. Without a
 * bound, these questions alone would keep auth slow. At 5 ms an answer, this allows 40,000 a second.
 */
const MOST_ASKS = 200;
/**
 * The most questions in flight for one address (bulkheadCallerOf), so that a sender of made-up keys cannot fill the room. At 5 ms an answer, this
 * allows 4,000 unknown credentials a second.
 */
const MOST_ASKS_OF_ONE = 20;

interface Ask {
  begun: Moment;
  admitted: Promise<Admitted>;
}

/**
 * Resolves a key or session to its account, from a cache that is trusted only while the list of revocations is less than a second old (KEY-4,
 * ACC-20). Refusals are never cached, so the next request of a resumed account is admitted (ACC-32).
 */
@Injectable()
export class Credentials {
  private readonly cache: CredentialCache;
  private readonly asks = new Map<string, Ask>();
  private readonly room = new Bulkhead({ atOnce: MOST_ASKS, atOnceOfOne: MOST_ASKS_OF_ONE, refusal: busy(1) });

  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    private readonly sessions: SessionTokenVerifier,
    private readonly revocations: RevocationPoll,
    clock: Clock,
    @Optional() private readonly time: OwnTime = new OwnTime(),
  ) {
    this.cache = new CredentialCache(clock, () => time.now().steadyMs);
  }

  /** The principal of a credential that the cache holds, or undefined when auth must be asked. */
  known(credential: string): Principal | undefined {
    const cached = this.revocations.isFresh() ? this.cache.get(CredentialCache.keyOf(credential)) : undefined;
    return cached && this.isStillTrue(cached) ? cached.principal : undefined;
  }

  /**
   * Throws unauthenticated for a bad or revoked credential, and forbidden for a credential of a suspended or closed account. Throws unavailable
   * when auth cannot answer, or when too many requests are asking it, in all or from the `bulkheadCaller` (bulkheadCallerOf).
   */
  async principalOf(credential: string, client: string, bulkheadCaller?: string): Promise<Principal> {
    const known = this.known(credential);
    if (known) return known;
    const key = CredentialCache.keyOf(credential);
    this.cache.delete(key);
    const ask = () => this.ask(key, credential, client, bulkheadCaller);
    let admitted = await this.askOnce(key, ask);
    // The credential was revoked while auth was being asked. Only a newer answer distinguishes an ended credential (401) from one of a suspended
    // account (403), which the client must keep (ACC-32).
    if (this.isRevokedSinceAsked(admitted)) admitted = await this.askOnce(key, ask, admitted.principal.credentialId);
    if (this.isRevokedSinceAsked(admitted)) throw refused(admitted.principal);
    return admitted.principal;
  }

  private isRevokedSinceAsked({ principal, askedAtMs }: Admitted): boolean {
    return this.revocations.isRevokedSince(principal.credentialId, askedAtMs);
  }

  private isStillTrue(admitted: Admitted): boolean {
    return admitted.epoch === this.revocations.epoch && !this.isRevokedSinceAsked(admitted);
  }

  /**
   * Simultaneous requests with the same uncached credential share one call to auth. With `revokedId`, only a call that began after this id was
   * revoked is shared.
   */
  private askOnce(key: string, askAuth: () => Promise<Admitted>, revokedId?: string): Promise<Admitted> {
    const running = this.asks.get(key);
    const isLate =
      revokedId !== undefined && running && this.revocations.isRevokedSince(revokedId, running.begun.steadyMs);
    if (running && !isLate && this.time.since(running.begun) < JOINED_FOR_MS) return running.admitted;
    const ask: Ask = { begun: this.time.now(), admitted: askAuth() };
    this.asks.set(key, ask);
    return ask.admitted.finally(() => {
      if (this.asks.get(key) === ask) this.asks.delete(key);
    });
  }

  private async ask(key: string, credential: string, client: string, bulkheadCaller?: string): Promise<Admitted> {
    const asked = { askedAtMs: this.time.now().steadyMs, epoch: this.revocations.epoch };
    const { principal, validUntilMs } = isApiKey(credential)
      ? await this.ofKey(credential, client, bulkheadCaller)
      : await this.ofSession(credential, bulkheadCaller);
    const admitted = { ...asked, principal, validUntilMs };
    if (this.isStillTrue(admitted)) this.cache.set(key, admitted);
    return admitted;
  }

  private async ofKey(
    apiKey: string,
    client: string,
    bulkheadCaller?: string,
  ): Promise<Pick<Admitted, 'principal' | 'validUntilMs'>> {
    const found = await this.room.run(() => this.auth.authenticateKey({ apiKey, client }, ASK), bulkheadCaller);
    return {
      principal: { kind: 'api-key', accountId: found.accountId, credentialId: found.keyId },
      validUntilMs: found.validUntilMs,
    };
  }

  private async ofSession(
    token: string,
    bulkheadCaller?: string,
  ): Promise<Pick<Admitted, 'principal' | 'validUntilMs'>> {
    const sessionId = await this.sessions.sessionIdOf(token, bulkheadCaller);
    if (sessionId === undefined) throw sessionInvalid();
    const found = await this.room.run(() => this.auth.authenticateSession({ sessionId }, ASK), bulkheadCaller);
    return {
      principal: { kind: 'session', accountId: found.accountId, credentialId: sessionId },
      validUntilMs: found.validUntilMs,
    };
  }
}

/** API keys carry their prefix; everything else is treated as a session token. */
export function isApiKey(credential: string): boolean {
  return credential.startsWith('prc_');
}

const sessionInvalid = () =>
  new DomainError('unauthenticated', 'session_invalid', 'Your session is not valid. Please log in again.');

const refused = ({ kind }: Principal) =>
  kind === 'session' ? sessionInvalid() : new DomainError('unauthenticated', 'api_key_invalid', 'Invalid API key');

/** What auth answered for a credential, and when it was asked. */
interface Admitted {
  principal: Principal;
  /** When auth was asked, on the monotonic clock. */
  askedAtMs: number;
  /** RevocationPoll.epoch when auth was asked. */
  epoch: number;
  /** Expiry of the credential in ms on the wall clock, as auth wrote it; 0 = none. */
  validUntilMs: number;
}

const TTL_MS = 60_000;
const MAX_ENTRIES = 50_000;

/**
 * Admitted credentials for 60 s, by hash, so that the secret itself stays in memory no longer than its request. The 60 s are counted on a monotonic
 * clock: if a wall clock were set back an hour, an entry would stay for an hour.
 */
export class CredentialCache {
  private readonly entries = new Map<string, Admitted>();

  constructor(
    private readonly clock: Clock,
    private readonly steadyNowMs: () => number = () => performance.now(),
  ) {}

  static keyOf(credential: string): string {
    return hash('sha256', credential, 'base64');
  }

  get(key: string): Admitted | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (this.steadyNowMs() < entry.askedAtMs + TTL_MS && this.clock.now().getTime() < (entry.validUntilMs || Infinity))
      return entry;
    this.entries.delete(key);
    return undefined;
  }

  set(key: string, admitted: Admitted): void {
    this.entries.set(key, admitted);
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}
