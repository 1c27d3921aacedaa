/** Who asks: the MCP client as it names itself. Statistics only, never rights (QUOTA-19). */
export interface ClientInfo {
  name: string;
  version: string;
}

/** What one tool call is made with. */
export interface Asker {
  /** The account's API key; undefined when the client gave none. */
  apiKey: string | undefined;
  /** Undefined when the client did not say. */
  client: ClientInfo | undefined;
  /** The client's address, where another machine asks: the API throttles by it. */
  address?: string;
}

const MAX_NAME = 64;
const MAX_VERSION = 32;

/** A name that a client gave, as a header may carry it: what can be seen, in at most 64 characters (MCP-4); undefined when nothing is left. */
export function cleanClient(info: unknown): ClientInfo | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const { name, version } = info as Record<string, unknown>;
  const clean = { name: seen(name, MAX_NAME), version: seen(version, MAX_VERSION) };
  return clean.name === '' ? undefined : clean;
}

/** Headers by which the API counts usage by client. Bytes of UTF-8 as Latin-1: a header carries no other characters, and the API reads it so. */
export function clientHeaders(client: ClientInfo | undefined, ownVersion: string): Record<string, string> {
  if (!client) return { 'user-agent': `precis-mcp/${ownVersion}` };
  const product = [client.name, client.version].filter(Boolean).join('/');
  const headers = {
    'x-client-name': client.name,
    ...(client.version !== '' && { 'x-client-version': client.version }),
    'user-agent': `precis-mcp/${ownVersion} (mcp; ${product.replace(/[()\\]/g, ' ')})`,
  };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value, 'utf8').toString('latin1')]),
  );
}

function seen(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  const plain = value
    .slice(0, 16 * most)
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '');
  return Array.from(plain).slice(0, most).join('').trim();
}
