import { cleanClient } from '../api/asked-by.js';
import type { McpServerOptions } from '../create-server.js';
import { clientOfRequest } from '../declared-client.js';

/**
 * Identifies the caller of the one connection. Since 2026-07-28 a client names itself in each request, before that once in `initialize` (MCP-4).
 * `clientName`: the user's setting for a client that does not name itself.
 */
export function connectionAsker(apiKey: string | undefined, clientName?: string): McpServerOptions['askerOf'] {
  return (context, server) => ({
    apiKey,
    client:
      clientOfRequest(context) ??
      cleanClient(server.server.getClientVersion()) ??
      cleanClient({ name: clientName, version: '' }),
  });
}
