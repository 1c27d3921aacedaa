import 'reflect-metadata';
import type { Bus } from '@precis/events/bus';
import { EventConsumerStrategy } from '@precis/events/event-consumer.strategy';
import { EventTables1700000000001 } from '@precis/events/event-tables.migration';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { type Clock, SystemClock } from '@precis/runtime/clock';
import { migrate, openDatabase } from '@precis/runtime/database';
import { createLogger, type Logger } from '@precis/runtime/logger';
import { type ServiceApp, startNestApp } from '@precis/runtime/service-app';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import type { UsageConfig } from './config.js';
import { QuotaTables1700000000010 } from './migrations/1700000000010-quota-tables.js';

/** What the process around the service hands in. */
export interface UsageDeps {
  bus: Bus;
  logger?: Logger;
  clock?: Clock;
}

export async function createApp(config: UsageConfig, deps: UsageDeps): Promise<ServiceApp> {
  const logger = deps.logger ?? createLogger('usage', config.LOG_LEVEL);
  const metrics = new Registry();
  const database = await openDatabase({
    url: config.DATABASE_URL,
    migrations: [EventTables1700000000001, QuotaTables1700000000010],
    poolSize: config.DATABASE_POOL,
  });
  try {
    await migrate(database);
    return await serve(config, deps, database, logger, metrics);
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

async function serve(config: UsageConfig, deps: UsageDeps, database: DataSource, logger: Logger, metrics: Registry): Promise<ServiceApp> {
  const events = new EventConsumerStrategy({ group: 'usage', bus: deps.bus, database, logger, metrics });
  const app = await startNestApp({
    module: AppModule.with(database, deps.clock ?? new SystemClock()),
    logger,
    callerSecrets: config.CALLER_SECRETS,
    grpc: { url: config.GRPC_URL, services: { 'usage.v1': UsageServiceService } },
    events,
  });
  return {
    metrics,
    ready: async () => {
      events.healthy();
      await database.query('SELECT 1');
    },
    close: async () => {
      await app.close();
      await database.destroy();
    },
  };
}
