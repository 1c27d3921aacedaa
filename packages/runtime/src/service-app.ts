import type { Server, ServiceDefinition } from '@grpc/grpc-js';
import { type ArgumentsHost, Catch, type INestApplication, type RpcExceptionFilter } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type CustomTransportStrategy, type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Registry } from 'prom-client';
import { throwError } from 'rxjs';
import { CallersGuard } from './callers.guard.js';
import { DomainError } from './domain-error.js';
import { toGrpcError } from './grpc-errors.js';
import { addHealthService } from './grpc-health.js';
import { type Logger, nestLogger } from './logger.js';
import { servedCalls } from './served-calls.js';

/**
 * Clients ask a name again only when a connection ends: copies that were added behind it would get no call for as long as the old ones
 * live. A connection of this age gets a GOAWAY: new calls take a new one, those under way end on the old one.
 */
const CONNECTION_AGE_MS = 5 * 60_000;
/** Above every deadline of a call (58 s): what still runs then is nobody's any more. */
const CONNECTION_GRACE_MS = 70_000;
/**
 * Once the process was told to stop, all connections get that GOAWAY so often, while it still serves whoever comes back: a client that knows of no copy
 * but this one would otherwise meet a closed port before it has asked for another. A cluster's names lag behind by a second or a few.
 */
const LEAVE_EVERY_MS = 1_000;

/** A running service, whatever process it lives in. */
export interface ServiceApp {
  /** One registry per app: several apps may share a process. */
  metrics: Registry;
  /** Throws when the process should be replaced, because its consumer is dead or stuck. Absent: nothing in it can be. */
  alive?(): void;
  /** Throws when a part that the service needs does not answer, or when it was asked to stop. */
  ready(): Promise<void>;
  /** Drains, then frees everything that the start opened. */
  close(): Promise<void>;
}

/** What a service is made of, as Nest starts it. */
export interface GrpcAppOptions {
  /** Nest module (dynamic modules included). */
  module: object;
  logger: Logger;
  callerSecrets: Record<string, string>;
  /** Absent for a service that only consumes events. `ready` is what the standard health service answers by; without it there is none. `stopping`: aborted when the process is to stop. `connectionAgeMs`: for tests. */
  grpc?: {
    url: string;
    services: Record<string, ServiceDefinition>;
    metrics: Registry;
    ready?: () => Promise<void>;
    stopping?: AbortSignal;
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
    const { url, services, metrics, ready, stopping, connectionAgeMs = CONNECTION_AGE_MS } = options.grpc;
    app.connectMicroservice<MicroserviceOptions>(
      {
        transport: Transport.GRPC,
        options: {
          url,
          package: Object.keys(services),
          packageDefinition: definitionsOf(services),
          onLoadPackageDefinition: (_definition: object, server: Server) => {
            if (ready) addHealthService(server, serviceNames(services), ready);
            // On a port that was closed meanwhile it does nothing.
            const leave = () => setInterval(() => server.drain(url, CONNECTION_GRACE_MS), LEAVE_EVERY_MS).unref();
            stopping?.addEventListener('abort', leave, { once: true });
          },
          // Without it Nest cuts running calls on close.
          gracefulShutdown: true,
          maxReceiveMessageLength: 32 * 1024 * 1024,
          channelOptions: {
            interceptors: [servedCalls(Object.values(services), metrics)],
            'grpc.max_connection_age_ms': connectionAgeMs,
            'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
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
    // Otherwise what did start, such as a consumer, keeps the process alive.
    await app.close().catch((failure: unknown) => options.logger.error({ err: failure }, 'close failed'));
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

/** Turns what a handler threw into a gRPC status, once for all services. Event handlers' errors pass unchanged: the runner stores their cause. */
@Catch()
class RpcErrors implements RpcExceptionFilter<unknown> {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost) {
    const context = host.switchToRpc().getContext<object>();
    if (context && 'isEvent' in context) return throwError(() => error);
    if (!(error instanceof DomainError)) this.logger.error({ err: error }, 'rpc failed');
    return throwError(() => toGrpcError(error));
  }
}
