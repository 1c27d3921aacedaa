import { OPEN_CALLS_LIMIT_MS } from '@precis/runtime/drain-limits';
import { leaveConnections } from '@precis/runtime/leave-connections';
import type { Logger } from '@precis/runtime/logger';
import type { ServiceApp } from '@precis/runtime/service-app';
import Fastify from 'fastify';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Registry } from 'prom-client';
import { BuiltSite } from './built-site.js';
import type { SiteConfig } from './config.js';
import { Gateway, isOfGateway } from './gateway.js';
import { SITE_FOLDER } from './site-folder.js';

/** Headers of every page and file, the same as on every answer of the gateway (API-20). */
const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
const HTTPS_FOR_A_YEAR = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Ends a connection on which nothing moves, as when a client does not read its answer. Longer than the gateway may keep silent (gateway.ts). */
const SILENCE_LIMIT_MS = 100_000;
/** Longer than the minute for which an ingress keeps idle connections. Node's 5 s would end one at the moment at which a request comes over it. */
const KEEP_ALIVE_MS = 65_000;
/** Requests of one connection without a complete answer. Browsers send one at a time. */
const MOST_UNANSWERED = 16;

/** Runs the web app as a separate process: pages and files of the built site and, with GATEWAY_URL, the API at the same address (WEB-11). */
export async function startHost(
  config: SiteConfig,
  logger: Logger,
  { root = SITE_FOLDER, stopping }: { root?: string; stopping?: AbortSignal } = {},
): Promise<ServiceApp & { port: number }> {
  const gateway = config.GATEWAY_URL === '' ? undefined : new Gateway(config.GATEWAY_URL, logger, config.PUBLIC_URL);
  const site = new BuiltSite({ root, publicUrl: config.PUBLIC_URL });
  const headers = { ...PAGE_HEADERS, ...(config.PUBLIC_URL.startsWith('https:') && HTTPS_FOR_A_YEAR) };
  const fastify = Fastify({
    // Calls of the API are forwarded before anything reads them: their bodies, limits and errors belong to the gateway.
    serverFactory: (serve) => {
      const take = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => {
        if (!mayAsk(request, response)) return;
        if (gateway && isOfGateway(request)) return gateway.pass(request, response, awaitsContinue);
        if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response);
        if (awaitsContinue) response.writeContinue();
        serve(request, response);
      };
      const limits = { headersTimeout: 20_000, requestTimeout: 70_000, keepAliveTimeout: KEEP_ALIVE_MS };
      const server = createServer(limits, (request, response) => take(request, response, false));
      // Without a listener Node asks for every body, also for one that the gateway refuses.
      server.on('checkContinue', (request, response) => take(request, response, true));
      server.timeout = SILENCE_LIMIT_MS;
      return server;
    },
  });
  fastify.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  fastify.setNotFoundHandler(
    (request, reply) =>
      site.notFound(request, reply) ?? reply.code(404).type('text/plain').send('There is nothing at this address.\n'),
  );
  fastify.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) logger.error({ err: error as Error }, 'page failed');
    return reply.code(status).type('text/plain').send('This address cannot be shown.\n');
  });
  site.routes(fastify);
  if (stopping) leaveConnections(fastify.server, stopping);
  await fastify.listen({ port: config.PORT, host: config.HOST });
  return {
    metrics: new Registry(),
    port: (fastify.server.address() as AddressInfo).port,
    // Pages need no other service: while the API is unavailable, they say so.
    ready: async () => undefined,
    close: async () => {
      const cut = setTimeout(() => fastify.server.closeAllConnections(), OPEN_CALLS_LIMIT_MS);
      await fastify.close().finally(() => clearTimeout(cut));
      gateway?.close();
    },
  };
}

const unanswered = new WeakMap<Socket, number>();

/**
 * Counts the unanswered requests of a connection, and ends it when there are too many: a client that sends thousands and reads none of the answers
 * would fill the memory.
 */
function mayAsk({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const open = (unanswered.get(socket) ?? 0) + 1;
  if (open > MOST_UNANSWERED) return (socket.destroy(), false);
  unanswered.set(socket, open);
  response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1));
  return true;
}

/** Refuses a body that no page reads, before it is received. */
function refuseMethod(response: ServerResponse): void {
  response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain', connection: 'close' });
  response.end('Pages can only be read.\n');
}
