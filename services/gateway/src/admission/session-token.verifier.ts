import { Inject, Injectable } from '@nestjs/common';
import { Bulkhead, busy } from '@precis/runtime/bulkhead';
import { Clock } from '@precis/runtime/clock';
import { pause } from '@precis/runtime/pause';
import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWTHeaderParameters,
  jwtVerify,
} from 'jose';
import { AUTH, type AuthRpc } from '../rpc-clients.js';

/** As auth signs it: a token made for another purpose never passes as a session. */
const SESSION_TOKEN_TYPE = 'session+jwt';
/** Three parts of base64url and nothing else: a decoder that skips blanks or padding would take one token in many spellings. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** A session lives 24 h at most (ACC-19); an hour is room for clocks that differ. Whatever ends later auth did not write. */
const LATEST_END_SECONDS = 25 * 3_600;
/** Auth is asked for its keys at most this often: forged kids must not become a flood of calls. A real new one waits so long at most. */
const FETCH_EVERY_MS = 500;
/** Requests that wait for keys: those of forged kids must not heap up. Tokens of a known kid never wait. */
const MOST_WAITING = 1_000;
/** Of one address: enough for a company whose sessions are signed by a new key, and no more for one that forges kids. */
const MOST_WAITING_OF_ONE = 100;

const UNKNOWN_KID = Symbol('unknown kid');

interface FetchedKeys {
  find: ReturnType<typeof createLocalJWKSet>;
  /** When auth was asked, on the monotonic clock. */
  askedAtMs: number;
}

/** Proves a session token by its Ed25519 signature, so that garbage never costs auth a call (ACC-19). */
@Injectable()
export class SessionTokenVerifier {
  private keys?: FetchedKeys;
  private fetching?: Promise<FetchedKeys>;
  private lastFetchMs = -Infinity;
  private readonly room = new Bulkhead({ atOnce: MOST_WAITING, atOnceOfOne: MOST_WAITING_OF_ONE, refusal: busy(1) });

  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    /** The one by which auth writes `exp`. */
    private readonly clock: Clock,
  ) {}

  /**
   * The session id, or undefined when the token is not ours, altered or expired. Throws unavailable when auth's keys cannot be had, or
   * when too many wait for them, of all or from the `asker` (askerOf): of a token whose kid is unknown nothing else can be said.
   */
  async sessionIdOf(token: string, asker?: string): Promise<string | undefined> {
    const arrivedMs = performance.now();
    for (let keys = this.keys ?? (await this.fetched(asker)); ; keys = await this.fetched(asker)) {
      const proven = await this.prove(token, keys);
      if (proven !== UNKNOWN_KID) return proven;
      // Keys that were asked for before the token came may lack the one that signed it.
      if (keys.askedAtMs >= arrivedMs) return undefined;
    }
  }

  private async prove(token: string, keys: FetchedKeys): Promise<string | undefined | typeof UNKNOWN_KID> {
    if (!COMPACT.test(token)) return undefined;
    const now = this.clock.now();
    try {
      const { payload } = await jwtVerify(token, (header, parts) => findByKid(header, parts, keys), {
        algorithms: ['EdDSA', 'Ed25519'],
        typ: SESSION_TOKEN_TYPE,
        requiredClaims: ['exp', 'sid', 'sub'],
        currentDate: now,
      });
      if (payload.exp! > now.getTime() / 1_000 + LATEST_END_SECONDS) return undefined;
      return typeof payload.sid === 'string' && payload.sid !== '' ? payload.sid : undefined;
    } catch (error) {
      return error instanceof errors.JWKSNoMatchingKey ? UNKNOWN_KID : undefined;
    }
  }

  /** The fetch that is under way, for all who wait; else the next one. */
  private fetched(asker?: string): Promise<FetchedKeys> {
    return this.room.run(() => (this.fetching ??= this.fetch().finally(() => (this.fetching = undefined))), asker);
  }

  private async fetch(): Promise<FetchedKeys> {
    const waitMs = this.lastFetchMs + FETCH_EVERY_MS - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const askedAtMs = (this.lastFetchMs = performance.now());
    const { jwksJson } = await this.auth.getSigningKeys({}, { deadlineMs: 1_000, idempotent: true });
    return (this.keys = { find: createLocalJWKSet(JSON.parse(jwksJson) as JSONWebKeySet), askedAtMs });
  }
}

/** Auth names the key of every token that it signs; without a name a set of one key would be taken for granted. */
function findByKid(header: JWTHeaderParameters, parts: FlattenedJWSInput, { find }: FetchedKeys): Promise<CryptoKey> {
  if (typeof header.kid !== 'string') throw new errors.JWSInvalid('kid is missing');
  return find(header, parts);
}
