import { readConfig } from '@precis/mcp/config';
import { startMcp } from '@precis/mcp/start-mcp';
import { createLogger } from '@precis/runtime/logger';
import type { StandaloneConfig } from './config.js';
import type { InternalAddresses } from './internal-addresses.js';
import { withServiceLabel } from './start-services.js';

/** The address of the MCP server for the gateway. */
export const mcpUrlOf = (addresses: InternalAddresses) => addresses.of('mcp');

/** Starts the MCP server, which is reached through the product's only origin. Like any client, it calls the public API (MCP-1). */
export async function startMcpServer(
  { record, HOST, LOG_LEVEL }: StandaloneConfig,
  { port, publicUrl, addresses }: { port: number; publicUrl: string; addresses: InternalAddresses },
) {
  const settings = readConfig({ ...record, HOST, LOG_LEVEL, PUBLIC_URL: publicUrl, API_URL: originAt(HOST, port) });
  const socketPath = mcpUrlOf(addresses).slice('unix:'.length);
  return withServiceLabel('mcp', await startMcp(settings, createLogger('mcp', LOG_LEVEL), { socketPath }));
}

/** The product's origin as seen from this machine. A product that binds all addresses is reached at loopback. */
function originAt(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
