import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { type GoogleClient, GoogleSettings, isSafeProviderUrl } from './google-client.js';
import { googleNotConfigured, googleUnavailable } from './google.errors.js';
import { askProvider } from './provider-http.js';

const DISCOVERED_FOR_MS = 3_600_000;
/** Tokens with unknown key ids must not cause a flood of requests for the keys. Tokens of a new key are refused for at most this long. */
const KEYS_ASKED_EVERY_MS = 10_000;
const KEYS_KEPT_FOR_MS = 600_000;

/** The parts of the provider's OpenID Connect Discovery document that we use, and its keys. */
export interface Provider {
  authorizationUrl: string;
  tokenUrl: string;
  /** Whether every redirect names the issuer (RFC 9207). */
  namesItself: boolean;
  keys: JWTVerifyGetKey;
}

/** Finds the provider by its issuer, and caches it for an hour; an expired entry is used while the provider is unavailable. */
@Injectable()
export class GoogleProvider {
  private found?: { provider: Provider; atMs: number };
  private asking?: Promise<Provider>;

  constructor(private readonly settings: GoogleSettings) {}

  /** Throws google_not_configured when Google sign-in is not offered. */
  get client(): GoogleClient {
    if (!this.settings.client) throw googleNotConfigured();
    return this.settings.client;
  }

  /** Throws google_unavailable. */
  async get(): Promise<Provider> {
    const { found } = this;
    if (found && performance.now() < found.atMs + DISCOVERED_FOR_MS) return found.provider;
    this.asking ??= this.discover(this.client.issuer).finally(() => (this.asking = undefined));
    return this.asking.catch((error: unknown) => {
      if (found) return found.provider;
      throw error;
    });
  }

  private async discover(issuer: string): Promise<Provider> {
    const { status, body } = await askProvider(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
    const { authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl, jwks_uri: jwksUrl } = body;
    if (status !== 200 || body.issuer !== issuer)
      throw googleUnavailable(new Error('the discovery document names another issuer than GOOGLE_ISSUER'));
    if (![authorizationUrl, tokenUrl, jwksUrl].every(isSafeProviderUrl))
      throw googleUnavailable(new Error('the discovery document names an endpoint without TLS'));
    const provider = {
      authorizationUrl: authorizationUrl as string,
      tokenUrl: tokenUrl as string,
      namesItself: body.authorization_response_iss_parameter_supported === true,
      keys: createRemoteJWKSet(new URL(jwksUrl as string), {
        cooldownDuration: KEYS_ASKED_EVERY_MS,
        cacheMaxAge: KEYS_KEPT_FOR_MS,
        [customFetch]: fetchKeys,
      }),
    };
    this.found = { provider, atMs: performance.now() };
    return provider;
  }
}

/** Enforces deadline and size; jose parses the set. */
async function fetchKeys(url: string): Promise<Response> {
  const { status, body } = await askProvider(url);
  if (status !== 200 || !Array.isArray(body.keys))
    throw googleUnavailable(new Error('the answer is not a set of keys'));
  return Response.json(body);
}
