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

/** The `typ` that auth signs: a token made for another purpose never passes as a session. */
const SESSION_TOKEN_TYPE = 'session+jwt';
/** Exactly three parts of base64url: a decoder that skips blanks or padding would accept one token in many spellings. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** A session lives 24 h at most (ACC-19); one hour allows for clock differences. Auth never issued a token that expires later. */
const LATEST_END_SECONDS = 25 * 3_600;
/** Auth is asked for its keys at most this often, so that forged kids cannot flood it. A real new kid waits at most this long. */
const FETCH_EVERY_MS = 500;
/** The most requests that wait for keys: those with forged kids must not accumulate. Tokens of a known kid never wait. */
const MOST_WAITING = 1_000;
/** Waiting requests of one address: enough for a company whose sessions are signed by a new key, and a bound for a forger of kids. */
const MOST_WAITING_OF_ONE = 100;

const UNKNOWN_KID = Symbol('unknown kid');

interface FetchedKeys {
  find: ReturnType<typeof createLocalJWKSet>;
  /** When auth was asked, in ms on the monotonic clock. */
  askedAtMs: number;
}

/** Verifies the Ed25519 signature of a session token, so that garbage never costs auth a call (ACC-19). */
@Injectable()
export class SessionTokenVerifier {
  private keys?: FetchedKeys;
  private fetching?: Promise<FetchedKeys>;
  private lastFetchMs = -Infinity;
  private readonly room = new Bulkhead({ atOnce: MOST_WAITING, atOnceOfOne: MOST_WAITING_OF_ONE, refusal: busy(1) });

  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    /** The same clock by which auth writes `exp`. */
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the session id, or undefined when the token is not ours, altered or expired. Throws unavailable when auth's keys cannot be fetched, or
   * when too many requests wait for them, in all or from the `bulkheadCaller` (bulkheadCallerOf): until then, a token with an unknown kid is
   * undecided.
   */
  async sessionIdOf(token: string, bulkheadCaller?: string): Promise<string | undefined> {
    const arrivedMs = performance.now();
    for (let keys = this.keys ?? (await this.fetched(bulkheadCaller)); ; keys = await this.fetched(bulkheadCaller)) {
      const proven = await this.prove(token, keys);
      if (proven !== UNKNOWN_KID) return proven;
      // Keys that were requested before the token arrived may lack the one that signed it.
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

  /** Joins the fetch that is under way, or starts the next one. */
  private fetched(bulkheadCaller?: string): Promise<FetchedKeys> {
    return this.room.run(
      () => (this.fetching ??= this.fetch().finally(() => (this.fetching = undefined))),
      bulkheadCaller,
    );
  }

  private async fetch(): Promise<FetchedKeys> {
    const waitMs = this.lastFetchMs + FETCH_EVERY_MS - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const askedAtMs = (this.lastFetchMs = performance.now());
    const { jwksJson } = await this.auth.getSigningKeys({}, { deadlineMs: 1_000, idempotent: true });
    return (this.keys = { find: createLocalJWKSet(JSON.parse(jwksJson) as JSONWebKeySet), askedAtMs });
  }
}

/** Auth names the key of every token that it signs. Without a kid, jose would accept the only key of a set of one. */
function findByKid(header: JWTHeaderParameters, parts: FlattenedJWSInput, { find }: FetchedKeys): Promise<CryptoKey> {
  if (typeof header.kid !== 'string') throw new errors.JWSInvalid('kid is missing');
  return find(header, parts);
}
