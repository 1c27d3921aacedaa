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
 * Clients resolve a name again only when a connection ends, so added copies would get no calls while old connections live. A connection of this age
 * gets a GOAWAY: new calls use a new one, running calls end on the old one.
 */
const CONNECTION_AGE_MS = 5 * 60_000;
/** Longer than every deadline of a call (58 s): nobody waits for calls that still run then. */
const CONNECTION_GRACE_MS = 70_000;
/**
 * After the stop signal, all connections get a GOAWAY at this interval, as at the end of CONNECTION_AGE_MS. The process still serves clients that
 * come back. A client that knows only this copy would otherwise meet a closed port before it has resolved the address of another copy, because a
 * cluster's names lag by a few seconds.
 */
const LEAVE_EVERY_MS = 1_000;

/** A running service in any process. */
export interface ServiceApp {
  /** One registry per app: several apps may share a process. */
  metrics: Registry;
  /** Throws when the process should be replaced, because its consumer is dead or stuck. Absent when nothing can be. */
  alive?(): void;
  /** Throws when a needed part does not answer, or when the service was asked to stop. */
  ready(): Promise<void>;
  /** Drains, then frees everything that the start opened. */
  close(): Promise<void>;
}

/** The parts of a service for Nest. */
export interface GrpcAppOptions {
  /** Nest module (dynamic modules included). */
  module: object;
  logger: Logger;
  callerSecrets: Record<string, string>;
  /**
   * Absent for a service that only consumes events. `ready` is the check of the standard health service, which is absent without it. `stopping` is
   * aborted when the process is to stop. `connectionAgeMs` is for tests.
   */
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
            if (stopping) leaveWhenStopping(server, url, stopping);
          },
          // Otherwise Nest cuts running calls on close.
          gracefulShutdown: true,
          maxReceiveMessageLength: 32 * 1024 * 1024,
          channelOptions: {
            interceptors: [servedCalls(Object.values(services), metrics)],
            'grpc.max_connection_age_ms': connectionAgeMs,
            'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
          },
          // Clients ping every 30 s, also without calls. grpc-js does not limit pings; a server that does must not close the connection.
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
    // Otherwise a started part, such as a consumer, keeps the process alive.
    await app.close().catch((failure: unknown) => options.logger.error({ err: failure }, 'close failed'));
    throw error;
  }
}

/** Drains the connections again and again from the stop signal until the server shuts down, which ends the rest. */
function leaveWhenStopping(server: Server, url: string, stopping: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    timer = setInterval(() => server.drain(url, CONNECTION_GRACE_MS), LEAVE_EVERY_MS).unref();
  };
  stopping.addEventListener('abort', leave, { once: true });
  const shutDown = server.tryShutdown.bind(server);
  // Nest's proxy of an app drops assignments to it, so its close() cannot be extended.
  server.tryShutdown = (done) => {
    stopping.removeEventListener('abort', leave);
    clearInterval(timer);
    shutDown(done);
  };
}

/** Nest finds a service by package and name in a loaded definition; the generated one replaces the .proto file. */
function definitionsOf(services: Record<string, ServiceDefinition>): object {
  return Object.fromEntries(Object.values(services).map((definition) => [nameOf(definition), definition]));
}

const serviceNames = (services: Record<string, ServiceDefinition>) => Object.values(services).map(nameOf);

/** Returns `auth.v1.AuthService`, the prefix of its methods' paths. */
const nameOf = (definition: ServiceDefinition) => Object.values(definition)[0].path.split('/')[1];

/** Turns what a handler threw into a gRPC status, once for all services. Event handlers' errors pass unchanged: the runner stores their cause. */
@Catch()
class RpcErrors implements RpcExceptionFilter<unknown> {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost) {
    const context = host.switchToRpc().getContext<object>();
    if (context && 'isEvent' in context) return throwError(() => error);
    const call = host.getArgByIndex<{ getPath?: () => string } | undefined>(2);
    if (!(error instanceof DomainError))
      this.logger.error({ err: error }, `rpc failed: ${call?.getPath?.().slice(1) ?? 'unknown'}`);
    return throwError(() => toGrpcError(error));
  }
}
