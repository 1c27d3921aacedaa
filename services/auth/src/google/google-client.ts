import { ConfigError } from '@precis/runtime/config';

/** This deployment's registration at the provider. */
export interface GoogleClient {
  id: string;
  secret: string;
  issuer: string;
  /** The address to which the provider sends the browser back. */
  callbackUrl: string;
}

/** Injects the client; without one, Google sign-in is not offered. */
export class GoogleSettings {
  constructor(readonly client: GoogleClient | undefined) {}
}

/** Throws ConfigError, which quotes no value, when only one of id and secret is set. */
export function readGoogleSettings(config: {
  GOOGLE_CLIENT_ID: string;
  GOOGLE_CLIENT_SECRET: string;
  GOOGLE_ISSUER: string;
  PUBLIC_URL: string;
}): GoogleSettings {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER: issuer } = config;
  if ((id === '') !== (secret === ''))
    throw new ConfigError('auth', ['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together']);
  return new GoogleSettings(
    id === '' ? undefined : { id, secret, issuer, callbackUrl: `${config.PUBLIC_URL}/api/auth/google/callback` },
  );
}

/** Accepts https; http only for a provider on this machine, as in tests and the sandbox. */
export function isSafeProviderUrl(url: unknown): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname));
}
