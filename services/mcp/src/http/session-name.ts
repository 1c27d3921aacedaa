import { randomBytes } from 'node:crypto';
import { cleanClient, type ClientInfo } from '../api/asked-by.js';

/**
 * Before 2026-07-28 a client names itself once, in `initialize`. Any copy serves any request, and no copy keeps sessions, so the session
 * id itself carries the name (MCP-4). It is not a secret and gives no rights.
 */
export function sessionIdFor(client: ClientInfo | undefined): string {
  const said = client ? Buffer.from(JSON.stringify([client.name, client.version])).toString('base64url') : '';
  return `${randomBytes(16).toString('base64url')}.${said}`;
}

/** The client that a session id names; undefined for an id that is not one of ours. */
export function clientOfSession(sessionId: string | null | undefined): ClientInfo | undefined {
  const said = /^[\w-]{22}\.([\w-]{1,1000})$/.exec(sessionId ?? '')?.[1];
  if (said === undefined) return undefined;
  try {
    const [name, version] = JSON.parse(Buffer.from(said, 'base64url').toString('utf8')) as unknown[];
    return cleanClient({ name, version });
  } catch {
    return undefined;
  }
}
