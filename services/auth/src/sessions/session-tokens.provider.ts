import { Injectable, type OnModuleInit } from '@nestjs/common';
import { calculateJwkThumbprint, createLocalJWKSet, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Vault } from '@precis/runtime/vault/vault.provider';
import type { Session } from './session.entity.js';
import { SigningKey } from './signing-key.entity.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

/** `typ` of a session token's header, so that a token for another purpose is never accepted as a session. */
export const SESSION_TOKEN_TYPE = 'session+jwt';
const ALGORITHM = 'EdDSA';

/** Signs session tokens (ACC-19) and returns the public keys. The private key is decrypted once at start and stays in memory. */
@Injectable()
export class SessionTokens implements OnModuleInit {
  private kid: string;
  private privateKey: KeyObject;

  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly vault: Vault,
  ) {}

  async onModuleInit(): Promise<void> {
    const key = await this.keys.currentOr(() => this.create());
    this.kid = key.kid;
    this.privateKey = createPrivateKey({ key: this.vault.open(key, contextOf(key.kid)), format: 'der', type: 'pkcs8' });
  }

  /** Signs a token for another purpose; its `typ` distinguishes it from sessions. */
  async signAs(typ: string, claims: JWTPayload): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: this.kid, typ }).sign(this.privateKey);
  }

  /** The claims of an unexpired token of that `typ` with our signature; undefined for anything else. */
  async proven(typ: string, token: string, now: Date): Promise<JWTPayload | undefined> {
    const keys = createLocalJWKSet(JSON.parse(await this.jwksJson()));
    const options = { algorithms: [ALGORITHM], typ, requiredClaims: ['exp'], currentDate: now };
    return jwtVerify(token, keys, options).then(
      ({ payload }) => payload,
      () => undefined,
    );
  }

  /** Signs the token of a session; it expires with the session. */
  async sign(session: Session): Promise<string> {
    return new SignJWT({ sid: session.id })
      .setProtectedHeader({ alg: ALGORITHM, kid: this.kid, typ: SESSION_TOKEN_TYPE })
      .setSubject(session.userId)
      .setIssuedAt(Math.floor(session.createdAt.getTime() / 1_000))
      .setExpirationTime(session.expiresAt.getTime() / 1_000)
      .sign(this.privateKey);
  }

  /** The public keys as a JSON Web Key Set, newest first. */
  async jwksJson(): Promise<string> {
    const keys = await this.keys.all();
    return JSON.stringify({
      keys: keys.map((key) => ({ ...key.publicJwk, kid: key.kid, alg: ALGORITHM, use: 'sig' })),
    });
  }

  private async create(): Promise<SigningKey> {
    const pair = generateKeyPairSync('ed25519');
    const publicJwk = pair.publicKey.export({ format: 'jwk' }) as Record<string, string>;
    const kid = await calculateJwkThumbprint(publicJwk as never);
    const sealed = this.vault.seal(pair.privateKey.export({ format: 'der', type: 'pkcs8' }), contextOf(kid));
    return Object.assign(new SigningKey(), { kid, publicJwk, ...sealed, createdAt: new Date() });
  }
}

/** The associated data of an encrypted signing key. */
export const contextOf = (kid: string) => `signing-key|${kid}`;
