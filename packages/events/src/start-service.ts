import type { DynamicModule, INestApplication, Type } from '@nestjs/common';
import { type Clock, SystemClock } from '@precis/runtime/clock';
import { Closers } from '@precis/runtime/closers';
import { parseConfig } from '@precis/runtime/config';
import { createLogger, type Logger } from '@precis/runtime/logger';
import { Repeating } from '@precis/runtime/repeating';
import { registerPoolMetrics } from '@precis/runtime/pool-metrics';
import { type ProcessLike, runService } from '@precis/runtime/run-service';
import { prepareSchema, type SchemaMode, schemaModeOf } from '@precis/runtime/schema-mode';
import { type GrpcAppOptions, type ServiceApp, startNestApp } from '@precis/runtime/service-app';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { Bus } from './bus.js';
import { EventConsumerStrategy } from './inbox/event-consumer.strategy.js';
import type { EventProcessConfig } from './kafka/event-process-settings.js';
import { openKafkaBus } from './kafka/kafka-bus.js';
import { kafkaAccess } from './kafka/kafka-settings.js';
import { Relay } from './outbox/relay.js';
import { PeriodicJobs } from './periodic-jobs.js';
import type { OpenDatabase } from './schema/service-database.js';

/** The parameters from the process around a service. The bus belongs to the process: it may serve several services, and is closed after them. */
export interface ServiceDeps {
  bus: Bus;
  logger: Logger;
  /** Default: the wall clock. */
  clock?: Clock;
  /** Aborted when the process is asked to stop: from then on the service is not ready. */
  stopping?: AbortSignal;
  /** Default: `migrate`. */
  schema?: SchemaMode;
}

/** The open parts of a service, while it runs. */
export interface ServiceParts<C> {
  config: C;
  bus: Bus;
  database: DataSource;
  clock: Clock;
  logger: Logger;
  metrics: Registry;
  /** Closes what the service opens itself; runs after Nest has drained and before the database closes. */
  closers: Closers;
}

/** The settings that startService itself reads. A service with RPCs must have GRPC_URL and CALLER_SECRETS. */
export interface ServiceConfig {
  DATABASE_URL: string;
  /** Address of the gRPC server. */
  GRPC_URL?: string;
  /** The secret of each service that may call, by its name. */
  CALLER_SECRETS?: Record<string, string>;
  /** Connections to the database. Default: that of openDatabase. */
  DATABASE_POOL?: number;
}

/** A service with a database and events: everything that differs between services. `D`: additional parameters for tests. */
export interface Service<C extends ServiceConfig, D extends ServiceDeps = ServiceDeps> {
  /** Also its producer name in events, and its consumer group. */
  name: string;
  /** All settings of its own process. */
  processSchema: z.ZodType<C & EventProcessConfig>;
  openDatabase: OpenDatabase;
  /** Its root module. */
  module(parts: ServiceParts<C> & D): DynamicModule;
  /** Generated definitions by package: `{ 'billing.v1': BillingServiceService }`. Absent: it serves no RPC. */
  rpc?: C extends Required<Pick<ServiceConfig, 'GRPC_URL' | 'CALLER_SECRETS'>>
    ? NonNullable<GrpcAppOptions['grpc']>['services']
    : never;
  /** Whether its transactions write to the outbox. */
  publishes?: boolean;
  /** Whether it has handlers of events; an object changes how often a failing event is tried. */
  consumes?: boolean | Pick<ConstructorParameters<typeof EventConsumerStrategy>[0], 'maxAttempts' | 'backoff'>;
  /** Periodic use-cases, each with its interval in milliseconds. */
  everyMs?: [number, Type<{ execute(): Promise<unknown> }>][];
  /** Runs after the schema is ready, and before anything is served. */
  beforeStart?(parts: ServiceParts<C>): Promise<void>;
}

/** A running service; `nest` finds its use-cases. */
export interface RunningService extends ServiceApp {
  nest: INestApplication;
  /** Runs all periodic use-cases now, for a process whose clock was moved; failures are logged. */
  runClockedWork(): Promise<void>;
}

/** Starts a service. Opened parts are closed in the opposite order, at its end or when the rest of the start fails. */
export async function startService<C extends ServiceConfig, D extends ServiceDeps>(
  service: Service<C, D>,
  config: C,
  deps: D,
): Promise<RunningService> {
  const closers = new Closers(service.name);
  try {
    return await start(service, config, deps, closers);
  } catch (error) {
    // Only logged, because the caller needs the error of the failed start.
    await closers.close().catch((failure: unknown) => deps.logger.error({ err: failure }, 'close failed'));
    throw error;
  }
}

async function start<C extends ServiceConfig, D extends ServiceDeps>(
  service: Service<C, D>,
  config: C,
  deps: D,
  closers: Closers,
): Promise<RunningService> {
  const { name, rpc, consumes } = service;
  const { bus, logger, stopping } = deps;
  const metrics = new Registry();
  const database = await service.openDatabase(config.DATABASE_URL, config.DATABASE_POOL);
  closers.push(() => database.destroy());
  registerPoolMetrics(metrics, database);
  await prepareSchema(database, deps.schema);
  const parts = { ...deps, config, database, clock: deps.clock ?? new SystemClock(), metrics, closers };
  await service.beforeStart?.(parts);
  if (service.publishes) {
    const relay = new Relay({ database, databaseUrl: config.DATABASE_URL, bus, producer: name, logger, metrics });
    relay.start();
    closers.push(() => relay.stop());
  }
  const retries = typeof consumes === 'object' ? consumes : {};
  const events = consumes
    ? new EventConsumerStrategy({ group: name, bus, database, logger, metrics, ...retries })
    : undefined;
  const ready = async () => {
    stopping?.throwIfAborted();
    await database.query('SELECT 1');
    // A service with RPCs stays ready while its consumer fails: it still answers calls, and Kafka would refuse the consumers of all copies at once.
    // A service without RPCs has no other work than its consumer.
    if (!rpc) events?.healthy();
  };
  const jobs = new PeriodicJobs();
  const nest = await startNestApp({
    module: jobs.addedTo(service.module(parts)),
    logger,
    callerSecrets: config.CALLER_SECRETS ?? {},
    grpc: rpc && { url: config.GRPC_URL!, services: rpc, metrics, ready, stopping },
    events,
  }).catch((error: unknown) => {
    // The consumer may already run when the gRPC address turns out to be unusable.
    closers.push(async () => events?.close());
    throw error;
  });
  closers.push(() => {
    void jobs.stop();
    return nest.close();
  });
  for (const [everyMs, usecase] of service.everyMs ?? []) {
    const work = nest.get(usecase, { strict: false });
    jobs.add(new Repeating(usecase.name, everyMs, () => work.execute(), logger));
  }
  const runClockedWork = () => jobs.runNow();
  return { nest, metrics, alive: () => events?.healthy(), ready, runClockedWork, close: () => closers.close() };
}

/** Runs a service on Kafka in its own process. A bad setting throws ConfigError before anything is opened. */
export async function runEventService<C extends ServiceConfig>(
  service: Service<C>,
  environment: Record<string, unknown>,
  process: ProcessLike,
): Promise<void> {
  const { name, processSchema } = service;
  const config = parseConfig(name, processSchema, environment);
  const logger = createLogger(name, config.LOG_LEVEL);
  const access = kafkaAccess(name, config, logger);
  await runService({ name, logger, process, config }, async (stopping) => {
    const bus = await openKafkaBus(access);
    try {
      const app = await startService(service, config, { bus, logger, stopping, schema: schemaModeOf(config) });
      return { ...app, close: () => app.close().finally(() => bus.close()) };
    } catch (error) {
      await bus.close();
      throw error;
    }
  });
}
