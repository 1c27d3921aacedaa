import { CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import { cleanClient, type ClientInfo } from './api/asked-by.js';

/** How the client names itself in this one request, as it may since 2026-07-28 (MCP-4); undefined when it does not. */
export function clientOfRequest({ mcpReq }: ServerContext): ClientInfo | undefined {
  return cleanClient((mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_INFO_META_KEY]);
}
