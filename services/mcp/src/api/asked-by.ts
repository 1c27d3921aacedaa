/** The MCP client, as it names itself. It is for statistics only and gives no rights (QUOTA-19). */
export interface ClientInfo {
  name: string;
  version: string;
}

/** The identity with which a tool call uses the API. */
export interface Asker {
  /** The account's API key; undefined when the client gave none. */
  apiKey: string | undefined;
  /** Undefined when the client did not name itself. */
  client: ClientInfo | undefined;
  /** The client's address, if it is on another machine. The API throttles by it. */
  address?: string;
}

const MAX_NAME = 64;
const MAX_VERSION = 32;

/** A client's name in a form that a header may carry: its visible characters, at most 64 (MCP-4); undefined when none is left. */
export function cleanClient(info: unknown): ClientInfo | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const { name, version } = info as Record<string, unknown>;
  const clean = { name: visibleText(name, MAX_NAME), version: visibleText(version, MAX_VERSION) };
  return clean.name === '' ? undefined : clean;
}

/** Headers by which the API counts usage by client. A header carries only Latin-1, so it has the bytes of UTF-8, which the API expects. */
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

/** Returns the visible characters of a text, at most `most`; empty for a value that is no text. */
function visibleText(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  const plain = value
    .slice(0, 16 * most)
    .replace(/(?!\s)[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replace(/\s+/gu, ' ');
  return Array.from(plain).slice(0, most).join('').trim();
}
