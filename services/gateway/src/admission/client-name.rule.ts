const MAX_LENGTH = 64;

/** How calls of the playground's own route are counted; no other client may use this name. */
export const PLAYGROUND_CLIENT = 'web playground';

/**
 * The client's own name for itself: the MCP client's X-Client-Name, without it the User-Agent, without both '' (QUOTA-18).
 * Printable ASCII only, at most 64 characters: it is shown to the account's owner.
 */
export function clientNameOf(headers: Record<string, string | string[] | undefined>): string {
  for (const name of ['x-client-name', 'user-agent']) {
    const value = headers[name];
    const clean =
      typeof value === 'string'
        ? value
            .replace(/[^\x20-\x7e]/g, '')
            .trim()
            .slice(0, MAX_LENGTH)
        : '';
    if (clean !== '' && clean !== PLAYGROUND_CLIENT) return clean;
  }
  return '';
}
