import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { askedHost, isLoopbackName } from './asked-host.js';
import type { Logger } from './logger.js';
import { answersWithin } from './pause.js';

/** The source of /metrics: a prom-client registry, or several in one. */
export interface MetricsText {
  contentType: string;
  metrics(): Promise<string>;
}

/** The state that a process shows its operator. The probes throw to report a failure. */
export interface OpsProbes {
  /** Throws only when a new process would help, so never because of a database or a broker. */
  alive(): void | Promise<void>;
  ready(): Promise<void>;
  /** Undefined while the service is starting. */
  metrics(): MetricsText | undefined;
}

/** The open ops port; `port` is the actual one when 0 was requested. */
export interface OpsServer {
  port: number;
  close(): Promise<void>;
}

/** Below the time limits of the chart's probes, 3 s and 5 s, so that the answer names the failure. */
const PROBE_LIMITS_MS = { '/healthz': 2_500, '/readyz': 4_500 };

/**
 * Serves GET /healthz, /readyz and /metrics on a separate port. Only the log says why a probe fails. On a loopback address it accepts only this
 * machine's names: otherwise a web site whose name resolves to this machine could read the numbers in its visitor's browser.
 */
export async function startOpsServer(
  listen: { port: number; host: string },
  probes: OpsProbes,
  logger: Logger,
): Promise<OpsServer> {
  const routes = routesOf(probes, logger);
  const local = isLoopbackName(askedHost(isIPv6(listen.host) ? `[${listen.host}]` : listen.host)?.name ?? '');
  const server = createServer((request, response) => {
    if (local && !isLoopbackName(askedHost(request.headers.host)?.name ?? ''))
      return answer(response, 421, 'text/plain', 'this port only answers requests to localhost\n');
    const path = (request.url ?? '').split('?', 1)[0];
    const route =
      Object.hasOwn(routes, path) && (request.method === 'GET' || request.method === 'HEAD') ? routes[path] : undefined;
    if (!route) return answer(response, 404, 'text/plain', 'not found\n');
    route(response).catch((error: unknown) => {
      logger.error({ err: error as Error, route: path }, 'ops request failed');
      answer(response, 500, 'text/plain', 'failed\n');
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(listen.port, listen.host, resolve));
  // A port for probes must not keep the process running after its service has ended.
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function routesOf(probes: OpsProbes, logger: Logger): Record<string, (response: ServerResponse) => Promise<void>> {
  const failing = new Set<string>();
  const probe = async (
    name: keyof typeof PROBE_LIMITS_MS,
    check: () => void | Promise<void>,
    response: ServerResponse,
  ) => {
    try {
      await answersWithin(PROBE_LIMITS_MS[name], check);
      if (failing.delete(name)) logger.info({ route: name }, 'probe passes again');
      answer(response, 200, 'application/json', '{"status":"ok"}');
    } catch (error) {
      // Probes come every few seconds, so a failure is logged once per outage.
      if (!failing.has(name)) logger.warn({ err: error as Error, route: name }, 'probe fails');
      failing.add(name);
      answer(response, 503, 'application/json', '{"status":"failing"}');
    }
  };
  return {
    '/healthz': (response) => probe('/healthz', () => probes.alive(), response),
    '/readyz': (response) => probe('/readyz', () => probes.ready(), response),
    '/metrics': async (response) => {
      const registry = probes.metrics();
      if (!registry) answer(response, 503, 'text/plain', 'starting\n');
      else answer(response, 200, registry.contentType, await registry.metrics());
    },
  };
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
