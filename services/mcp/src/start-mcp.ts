import { OPEN_CALLS_LIMIT_MS } from '@precis/runtime/drain-limits';
import { leaveConnections } from '@precis/runtime/leave-connections';
import type { Logger } from '@precis/runtime/logger';
import type { ServiceApp } from '@precis/runtime/service-app';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import type { McpConfig } from './config.js';
import { McpEndpoint } from './http/mcp-endpoint.js';
import { PackageFiles } from './http/package-files.js';
import { answerJson } from './http/plain-answer.js';

const HEADERS_LIMIT_MS = 10_000;
const REQUEST_LIMIT_MS = 30_000;

/** Starts the MCP server over HTTP (MCP-2), which also serves the package for local use (MCP-12). `socketPath` replaces host and port. */
export async function startMcp(
  config: McpConfig,
  logger: Logger,
  { socketPath, stopping }: { socketPath?: string; stopping?: AbortSignal } = {},
): Promise<ServiceApp & { port: number }> {
  const metrics = new Registry();
  const endpoint = new McpEndpoint(config, logger, metrics);
  const files = new PackageFiles(config.PUBLIC_URL);
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0];
    if (path === '/mcp') return void endpoint.answer(request, response);
    if (files.answer(path, request, response)) return;
    request.resume();
    answerJson(response, 404, { error: 'There is nothing at this address.', code: 'not_found', status_code: 404 });
  });
  if (stopping) leaveConnections(server, stopping);
  server.headersTimeout = HEADERS_LIMIT_MS;
  server.requestTimeout = REQUEST_LIMIT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (socketPath !== undefined) server.listen(socketPath, resolve);
    else server.listen(config.PORT, config.HOST, resolve);
  });
  const address = server.address();
  return {
    metrics,
    port: typeof address === 'string' ? 0 : (address as AddressInfo).port,
    // Ready without the API: lists work without it, and a tool call reports that it is unavailable.
    ready: async () => undefined,
    close: async () => {
      const cut = setTimeout(() => server.closeAllConnections(), OPEN_CALLS_LIMIT_MS);
      endpoint.drain();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      clearTimeout(cut);
      await endpoint.close();
    },
  };
}
