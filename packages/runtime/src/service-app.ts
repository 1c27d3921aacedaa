import type { Server, ServiceDefinition } from '@grpc/grpc-js';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type CustomTransportStrategy, type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Registry } from 'prom-client';
import { CallersGuard } from './callers.guard.js';
import { connectionAge } from './connection-age.js';
import { addHealthService } from './grpc-health.js';
import { type Logger, nestLogger } from './logger.js';
import { RpcErrors } from './rpc-exception.filter.js';
import { servedCalls } from './served-calls.js';

/** A running service, whatever process it lives in. */
export interface ServiceApp {
  /** One registry per app: several apps may share a process. */
  metrics: Registry;
  /** Throws when the process should be replaced, because its consumer is dead or stuck. Absent: nothing in it can be. */
  alive?(): void;
  /** Throws when a part that the service needs does not answer, or when it has been told to stop. */
  ready(): Promise<void>;
  /** Drains, then frees everything that createApp opened. */
  close(): Promise<void>;
}

/** What a service is made of, as Nest starts it. */
export interface GrpcAppOptions {
  /** Nest module (dynamic modules included). */
  module: object;
  logger: Logger;
  callerSecrets: Record<string, string>;
  /** Absent for a service that only consumes events. `ready` is what the standard health service answers by; without it there is none. `connectionAgeMs`: for tests. */
  grpc?: {
    url: string;
    services: Record<string, ServiceDefinition>;
    metrics: Registry;
    ready?: () => Promise<void>;
    connectionAgeMs?: number;
  };
  /** Transport strategy of packages/events; absent for a service without consumers. */
  events?: CustomTransportStrategy;
}

/** Starts a Nest application that serves gRPC and events. Its HTTP adapter stays closed: probes have ops-server.ts. */
export async function startNestApp(options: GrpcAppOptions): Promise<INestApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(options.module as never, new FastifyAdapter(), {
    logger: nestLogger(options.logger),
    abortOnError: false,
  });
  app.useGlobalGuards(new CallersGuard(options.callerSecrets));
  app.useGlobalFilters(new RpcErrors(options.logger));
  if (options.grpc) {
    const { services, metrics, ready, connectionAgeMs } = options.grpc;
    app.connectMicroservice<MicroserviceOptions>(
      {
        transport: Transport.GRPC,
        options: {
          url: options.grpc.url,
          package: Object.keys(services),
          packageDefinition: definitionsOf(services),
          onLoadPackageDefinition: (_definition: object, server: Server) =>
            ready && addHealthService(server, serviceNames(services), ready),
          // Without it Nest cuts running calls on close.
          gracefulShutdown: true,
          maxReceiveMessageLength: 32 * 1024 * 1024,
          channelOptions: {
            interceptors: [servedCalls(Object.values(services), metrics)],
            ...connectionAge(connectionAgeMs),
          },
          // Clients ping every 30 s, also without calls. grpc-js counts no pings; a server that does must not hang up on them.
          keepalive: { keepalivePermitWithoutCalls: 1, http2MinPingIntervalWithoutDataMs: 10_000 },
        } as never,
      },
      { inheritAppConfig: true },
    );
  }
  if (options.events)
    app.connectMicroservice<MicroserviceOptions>({ strategy: options.events }, { inheritAppConfig: true });
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
  return Object.fromEntries(Object.values(services).map((definition) => [nameOf(definition), definition]));
}

const serviceNames = (services: Record<string, ServiceDefinition>) => Object.values(services).map(nameOf);

/** `auth.v1.AuthService`, as every path of its methods begins. */
const nameOf = (definition: ServiceDefinition) => Object.values(definition)[0].path.split('/')[1];
