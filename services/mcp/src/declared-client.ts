import { CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import { cleanClient, type ClientInfo } from './api/asked-by.js';

/** The client's name in this one request, which the protocol allows since 2026-07-28 (MCP-4); undefined when absent. */
export function clientOfRequest({ mcpReq }: ServerContext): ClientInfo | undefined {
  return cleanClient((mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_INFO_META_KEY]);
}
