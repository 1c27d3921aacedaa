/** What of a request says by which name its sender came here. */
export interface Named {
  host: string | undefined;
  origin: string | undefined;
}

/**
 * Whether a request was meant for this server (MCP-13): its Host is that of the product's public address or one that means this machine by itself,
 * and a page that sends it is the product's own. Otherwise any web page could reach it in its visitor's browser, by a name of its own.
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
