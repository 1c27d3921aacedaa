export const MAX_URL_LENGTH = 2_000;
const LOWEST_FREE_PORT = 1_024;
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Why a text cannot be the address of an endpoint. */
export type UrlRefusal = 'not_a_url' | 'too_long' | 'not_https' | 'has_credentials' | 'bad_port';

/**
 * Judges the address of an endpoint by its text (HOOK-1); where its name leads is judged at each connection (HOOK-7). Undefined when it may
 * be used. `allowsPrivate`: http and any port to this machine, for a product that runs on it (HOOK-15).
 */
export function refusedUrl(text: string, allowsPrivate: boolean): UrlRefusal | undefined {
  if (text.length > MAX_URL_LENGTH) return 'too_long';
  if (!URL.canParse(text)) return 'not_a_url';
  const { protocol, username, password, port, hostname } = new URL(text);
  if (username !== '' || password !== '') return 'has_credentials';
  if (allowsPrivate && THIS_MACHINE.test(hostname)) return /^https?:$/.test(protocol) ? undefined : 'not_https';
  if (protocol !== 'https:') return 'not_https';
  // Ports below are those of other protocols, whose servers must not be talked to by way of us.
  return port === '' || Number(port) >= LOWEST_FREE_PORT ? undefined : 'bad_port';
}

/** An address in its one form, without a fragment: that never leaves a client. */
export function normalUrl(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

/** Private targets are for a product that its own user alone reaches (HOOK-15). */
export const mayAllowPrivate = (publicUrl: string): boolean => THIS_MACHINE.test(new URL(publicUrl).hostname);
