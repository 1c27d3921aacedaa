/** The most characters of an endpoint's address, as typed and in its normal form. */
export const MAX_URL_LENGTH = 2_000;
const LOWEST_FREE_PORT = 1_024;
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Why a text is not allowed as the address of an endpoint. */
export type UrlRefusal = 'not_a_url' | 'too_long' | 'not_https' | 'has_credentials' | 'bad_port';

/**
 * Checks the address of an endpoint by its text (HOOK-1). Returns undefined when the address is allowed. The limit of length also holds for the
 * normal form, which is stored and called, and may be longer than the text. The IP address of its name is checked at each connection (HOOK-7).
 * `allowsPrivate`: allows http and any port on this machine, for a product that runs there (HOOK-15).
 */
export function refusedUrl(text: string, allowsPrivate: boolean): UrlRefusal | undefined {
  if (text.length > MAX_URL_LENGTH) return 'too_long';
  if (!URL.canParse(text)) return 'not_a_url';
  if (normalUrl(text).length > MAX_URL_LENGTH) return 'too_long';
  const { protocol, username, password, port, hostname } = new URL(text);
  if (username !== '' || password !== '') return 'has_credentials';
  if (allowsPrivate && THIS_MACHINE.test(hostname)) return /^https?:$/.test(protocol) ? undefined : 'not_https';
  if (protocol !== 'https:') return 'not_https';
  // Lower ports belong to other protocols, and nobody may reach their servers through this product.
  return port === '' || Number(port) >= LOWEST_FREE_PORT ? undefined : 'bad_port';
}

/** The normal form of an address, without its fragment, which a client never sends. */
export function normalUrl(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

/** Private targets are only for a product that nobody but its own user can reach (HOOK-15). */
export const mayAllowPrivate = (publicUrl: string): boolean => THIS_MACHINE.test(new URL(publicUrl).hostname);
