/** The headers that say under which name the sender reached this server. */
export interface Named {
  host: string | undefined;
  origin: string | undefined;
}

/**
 * Whether a request was meant for this server (MCP-13): its Host must be that of the product's public address or a loopback name, and a
 * page that sends it must be the product's own. This prevents DNS rebinding: otherwise any web page could reach the server from its
 * visitor's browser.
 */
export function isMeantForUs({ host, origin }: Named, publicUrl: string): boolean {
  const names = [new URL(publicUrl).hostname, ...LOOPBACK];
  const asked = nameIn(`http://${host ?? ''}`);
  if (asked === undefined || !/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(host ?? '')) return false;
  if (!names.includes(asked)) return false;
  if (origin === undefined) return true;
  const from = nameIn(origin);
  return from !== undefined && names.includes(from);
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

function nameIn(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined;
}
