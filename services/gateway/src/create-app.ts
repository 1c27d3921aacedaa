import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock } from '@precis/runtime/clock';
import { leaveConnections } from '@precis/runtime/leave-connections';
import { createLogger, type Logger, nestLogger } from '@precis/runtime/logger';
import type { ServiceApp } from '@precis/runtime/service-app';
import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { Admission } from './admission/admission.js';
import { HolderLease } from './admission/holder-lease.js';
import { QuotaHeaders } from './admission/quota-headers.js';
import { RevocationPoll } from './admission/revocation-poll.js';
import { closeGateway } from './close-gateway.js';
import type { GatewayConfig } from './config.js';
import { GatewayModule } from './gateway.module.js';
import { BodyIntake } from './http/body-intake.js';
import { createAdapter } from './http/fastify-adapter.js';
import { installHooks } from './http/hooks.js';
import { HttpErrors } from './http/http-problem.js';
import { observeRequests, RequestMetrics } from './http/observe-requests.js';
import { LargeBodies } from './http/large-bodies.js';
import type { NotFoundPage } from './http/known-paths.js';
import { OpenConnections } from './http/open-connections.js';
import { SecurityHeaders } from './http/security-headers.js';
import { Readiness } from './info/readiness.js';
import { McpProxy } from './mcp/mcp-proxy.js';
import { recordRequests } from './requests/record-requests.js';
import { RequestRecords } from './requests/request-records.js';
import { Throttle } from './throttle/throttle.js';

const OPENAPI = new URL('../openapi.json', import.meta.url);

/** What the program that starts a gateway may replace or add. Every field is optional. */
export interface GatewayDeps {
  logger?: Logger;
  /** The clock that auth uses for the end of sessions; default: the wall clock. */
  clock?: Clock;
  /** Adds routes of the deployment on the same origin, such as standalone's sandbox pages. */
  routes?: (fastify: FastifyInstance) => void;
  /** The web app, where the gateway's own process serves it; otherwise the gateway has no pages. */
  site?: { routes(fastify: FastifyInstance): void; notFound: NotFoundPage };
  /** Parts that the deployment simulates, as GET /api/info names them. */
  sandboxed?: string[];
  /** Aborted when the process begins to stop: from then on each response closes its connection. */
  stopping?: AbortSignal;
  /** Further conditions of /readyz. */
  ready?: () => Promise<void>;
  /** How long close() waits for open requests. A client that never ends its request must not keep the process alive. */
  drainLimitMs?: number;
}

/** A running gateway. */
export interface GatewayApp extends ServiceApp {
  /** The TCP port on which it listens; the actual one when PORT is 0. */
  port: number;
}

/** Starts a gateway that listens on `config.PORT`. When the start fails, everything that was opened is closed, and the error is thrown. */
export async function createApp(config: GatewayConfig, deps: GatewayDeps = {}): Promise<GatewayApp> {
  const logger = deps.logger ?? createLogger('gateway', config.LOG_LEVEL);
  const metrics = new Registry();
  const module = GatewayModule.with({
    config,
    logger,
    metrics,
    clock: deps.clock,
    sandboxed: deps.sandboxed,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, createAdapter(config), {
    logger: nestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  const close = () => closeGateway(app, deps.drainLimitMs);
  try {
    await open(app, config, deps, logger);
  } catch (error) {
    // Open polls, renewals and connections would keep the process alive.
    await close().catch((failure: unknown) => logger.error({ err: failure }, 'close failed'));
    throw error;
  }
  return {
    metrics,
    port: (app.getHttpServer().address() as AddressInfo).port,
    ready: () => app.get(Readiness).check(),
    close,
  };
}

async function open(
  app: NestFastifyApplication,
  config: GatewayConfig,
  deps: GatewayDeps,
  logger: Logger,
): Promise<void> {
  const requests = app.get(RequestMetrics);
  app.useGlobalFilters(new HttpErrors(logger, requests, config));
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  observeRequests(fastify, requests);
  recordRequests(fastify, app.get(RequestRecords), app.get(Clock));
  installHooks(
    fastify,
    app.get(Admission),
    app.get(QuotaHeaders),
    new BodyIntake(
      { minBytesPerSecond: config.BODY_MIN_BYTES_PER_SECOND, windowMs: config.BODY_WINDOW_MS },
      config.LARGE_BODY_MB_PER_SECOND * 1_000_000,
    ),
    app.get(LargeBodies),
    new SecurityHeaders(config),
    deps.site && ((request, reply) => deps.site!.notFound(request, reply)),
  );
  const limits = {
    perAddress: config.CONNECTIONS_PER_ADDRESS,
    networkFactor: config.THROTTLE_NETWORK_FACTOR,
    loopbackFactor: config.THROTTLE_LOOPBACK_FACTOR,
  };
  new OpenConnections(limits, config.TRUSTED_PROXIES, () => requests.connectionRefused()).watch(app.getHttpServer());
  if (deps.stopping) leaveConnections(app.getHttpServer(), deps.stopping);
  // Serves the committed document, which a test compares with the routes. Building it here would take a third of the start time and of the memory.
  const document = JSON.stringify(JSON.parse(await readFile(OPENAPI, 'utf8')));
  fastify.get('/api/openapi.json', async (_request, reply) => reply.type('application/json').send(document));
  if (config.MCP_URL !== '') new McpProxy(config.MCP_URL, logger).routes(fastify);
  deps.routes?.(fastify);
  deps.site?.routes(fastify);

  app.get(Throttle).start();
  const revocations = app.get(RevocationPoll);
  revocations.start();
  await app.get(HolderLease).start();
  const readiness = app.get(Readiness);
  readiness.add(() => revocations.requireFresh());
  if (deps.ready) readiness.add(deps.ready);
  await app.listen(config.PORT, config.HOST);
}
