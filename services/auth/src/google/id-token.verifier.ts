import { Injectable } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { isEmail } from '../users/email.rule.js';
import { googleRefused, googleUnavailable } from './google.errors.js';
import type { IdentityKey } from './google-identities.repository.js';
import { GoogleProvider } from './google-provider.provider.js';

/** The identity that the provider has authenticated. */
export interface GoogleIdentity extends IdentityKey {
  /** Empty when there is none, or no valid one. */
  email: string;
  isEmailVerified: boolean;
  /** The Workspace domain that Google hosts for the account (`hd`); empty without one. */
  hostedDomain: string;
  /** As the provider sends it; may be empty, long or odd. */
  name: string;
}

/** Never `none` or a symmetric algorithm: with those, the public key would be the secret (RFC 8725 2.1). */
const ALGORITHMS = ['RS256', 'ES256'];
/** Largest difference between the clocks of the two machines. */
const TOLERANCE_SECONDS = 30;
/** Greatest age of a token. Google makes it in answer to our request, so a real one is a few seconds old. */
const OLDEST_SECONDS = 600;

/** Verifies an ID token: signature, issuer, audience, times and nonce (OpenID Connect Core 3.1.3.7, ACC-27). */
@Injectable()
export class IdTokenVerifier {
  constructor(private readonly provider: GoogleProvider) {}

  /** Throws google_refused for an invalid token, google_unavailable when the provider's keys cannot be fetched. */
  async verify(idToken: unknown, nonce: string): Promise<GoogleIdentity> {
    const { id, issuer } = this.provider.client;
    const { keys } = await this.provider.get();
    if (typeof idToken !== 'string') throw googleRefused(new Error('no ID token'));
    // Uses the machine's own clock and not Clock, which a test may have moved (PRECIS_CLOCK_OFFSET): the provider's clock does not move with it.
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience: id,
      clockTolerance: TOLERANCE_SECONDS,
      maxTokenAge: OLDEST_SECONDS,
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'],
    }).catch((error: unknown) => {
      throw refusalOf(error);
    });
    if (payload.nonce !== nonce) throw googleRefused(new Error('the nonce of another sign-in'));
    if (!isMeantFor(payload, id)) throw googleRefused(new Error('meant for another client'));
    const { sub, email, name, hd } = payload;
    if (typeof sub !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(sub)) throw googleRefused(new Error('no usable sub'));
    const usable = typeof email === 'string' && isEmail(email) ? email : '';
    return {
      issuer,
      sub,
      email: usable,
      isEmailVerified: usable !== '' && payload.email_verified === true,
      hostedDomain: typeof hd === 'string' ? hd : '',
      name: typeof name === 'string' ? name : '',
    };
  }
}

/** With several audiences the token must name us as authorised party; a named party must be us. */
function isMeantFor({ aud, azp }: JWTPayload, clientId: string): boolean {
  return azp === undefined ? typeof aud === 'string' || aud!.length === 1 : azp === clientId;
}

function refusalOf(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return googleUnavailable(error);
  return error instanceof errors.JOSEError ? googleRefused(error) : error;
}
