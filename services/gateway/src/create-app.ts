import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger, type Logger, nestLogger } from '@precis/runtime/logger';
import type { ServiceApp } from '@precis/runtime/service-app';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { Admission } from './admission/admission.js';
import { HolderLease } from './admission/holder-lease.js';
import { PendingReleases } from './admission/pending-releases.js';
import { QuotaHeaders } from './admission/quota-headers.js';
import { RevocationPoll } from './admission/revocation-poll.js';
import { AppModule } from './app.module.js';
import type { GatewayConfig } from './config.js';
import { createAdapter } from './http/fastify-adapter.js';
import { installHooks } from './http/hooks.js';
import { HttpErrors } from './http/http-errors.filter.js';
import { Readiness } from './info/readiness.js';
import { openApiDocument } from './openapi/openapi-document.js';
import { RPC_CLIENTS } from './rpc-clients.js';
import type { ThrottleLimits } from './throttle/throttle-limits.js';

export interface GatewayDeps {
  logger?: Logger;
  throttleLimits?: ThrottleLimits;
  /** Routes of the deployment around the gateway (standalone's sandbox pages), on the same origin. */
  routes?: (fastify: FastifyInstance) => void;
  /** Further conditions of /readyz. */
  ready?: () => Promise<void>;
}

export interface GatewayApp extends ServiceApp {
  port: number;
}

export async function createApp(config: GatewayConfig, deps: GatewayDeps = {}): Promise<GatewayApp> {
  const logger = deps.logger ?? createLogger('gateway', config.LOG_LEVEL);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, logger, deps.throttleLimits), createAdapter(config.TRUSTED_PROXIES), {
    logger: nestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  app.useGlobalFilters(new HttpErrors(logger));
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  installHooks(fastify, app.get(Admission), app.get(QuotaHeaders));
  const document = JSON.stringify(openApiDocument(app));
  fastify.get('/api/openapi.json', async (_request, reply) => reply.type('application/json').send(document));
  deps.routes?.(fastify);

  app.get(RevocationPoll).start();
  await app.get(HolderLease).start();
  const readiness = app.get(Readiness);
  if (deps.ready) readiness.add(deps.ready);
  await app.listen(config.PORT, config.HOST);

  return {
    metrics: new Registry(),
    port: (fastify.server.address() as { port: number }).port,
    ready: () => readiness.check(),
    close: async () => {
      await app.close();
      app.get(RevocationPoll).stop();
      app.get(PendingReleases).stop();
      app.get(HolderLease).stop();
      for (const client of RPC_CLIENTS) app.get<{ close(): void }>(client as never).close();
    },
  };
}
