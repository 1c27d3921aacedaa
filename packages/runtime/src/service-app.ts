import type { ServiceDefinition } from '@grpc/grpc-js';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type CustomTransportStrategy, type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Registry } from 'prom-client';
import { CallersGuard } from './callers.guard.js';
import { type Logger, nestLogger } from './logger.js';
import { RpcErrors } from './rpc-exception.filter.js';

/** A running service, whatever process it lives in. */
export interface ServiceApp {
  /** One registry per app: several apps may share a process. */
  metrics: Registry;
  /** Throws when a part that the service needs does not answer. */
  ready(): Promise<void>;
  /** Drains, then frees everything that createApp opened. */
  close(): Promise<void>;
}

export interface GrpcAppOptions {
  /** Nest module (dynamic modules included). */
  module: object;
  logger: Logger;
  callerSecrets: Record<string, string>;
  /** Absent for a service that only consumes events. */
  grpc?: { url: string; services: Record<string, ServiceDefinition> };
  /** Transport strategy of packages/events; absent for a service without consumers. */
  events?: CustomTransportStrategy;
}

/** Starts a Nest application that serves gRPC and events. The HTTP adapter stays closed until a process opens its ops port. */
export async function startNestApp(options: GrpcAppOptions): Promise<INestApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(options.module as never, new FastifyAdapter(), {
    logger: nestLogger(options.logger),
    abortOnError: false,
  });
  app.useGlobalGuards(new CallersGuard(options.callerSecrets));
  app.useGlobalFilters(new RpcErrors(options.logger));
  if (options.grpc) {
    app.connectMicroservice<MicroserviceOptions>(
      {
        transport: Transport.GRPC,
        options: {
          url: options.grpc.url,
          package: Object.keys(options.grpc.services),
          packageDefinition: definitionsOf(options.grpc.services),
          // Without it Nest cuts running calls on close.
          gracefulShutdown: true,
          maxReceiveMessageLength: 32 * 1024 * 1024,
          // Clients ping every 30 s, also without calls. grpc-js counts no pings; a server that does must not hang up on them.
          keepalive: { keepalivePermitWithoutCalls: 1, http2MinPingIntervalWithoutDataMs: 10_000 },
        } as never,
      },
      { inheritAppConfig: true },
    );
  }
  if (options.events) app.connectMicroservice<MicroserviceOptions>({ strategy: options.events }, { inheritAppConfig: true });
  try {
    await app.init();
    await app.startAllMicroservices();
    return app;
  } catch (error) {
    // What did start (a consumer, say) would else keep the process alive.
    await app.close();
    throw error;
  }
}

/** Nest looks a service up as package + name in a loaded definition; the generated one stands in for the .proto file. */
function definitionsOf(services: Record<string, ServiceDefinition>): object {
  const definitions: Record<string, ServiceDefinition> = {};
  for (const [pkg, definition] of Object.entries(services)) {
    const anyMethod = Object.values(definition)[0];
    const serviceName = anyMethod.path.split('/')[1].slice(pkg.length + 1);
    definitions[`${pkg}.${serviceName}`] = definition;
  }
  return definitions;
}
