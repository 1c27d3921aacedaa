import 'reflect-metadata';
import { Module } from '@nestjs/common';
import type { EventServiceDeps } from '@precis/events/event-service';
import { EventConsumerStrategy } from '@precis/events/inbox/event-consumer.strategy';
import { SampleServiceService } from '@precis/proto/sample/v1/sample';
import { Closers } from '@precis/runtime/closers';
import { createLogger } from '@precis/runtime/logger';
import { prepareSchema } from '@precis/runtime/schema-mode';
import { type ServiceApp, startNestApp } from '@precis/runtime/service-app';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import type { SampleConfig } from './config.js';
import { CountRegistration } from './count-registration.usecase.js';
import { openSampleDatabase } from './sample-database.js';
import { SampleController } from './sample.controller.js';
import { UserRegisteredConsumer } from './user-registered.consumer.js';

@Module({})
class SampleModule {}

/** Starts sample on its own database. The bus belongs to the caller, who closes it after this app. */
export async function createApp(config: SampleConfig, deps: EventServiceDeps): Promise<ServiceApp> {
  const logger = deps.logger ?? createLogger('sample');
  const metrics = new Registry();
  const closers = new Closers('sample');
  try {
    const database = await openSampleDatabase(config.DATABASE_URL);
    closers.push(() => database.destroy());
    await prepareSchema(database, deps.schema);
    const events = new EventConsumerStrategy({ group: 'sample', bus: deps.bus, database, logger, metrics });
    const ready = async () => {
      deps.stopping?.throwIfAborted();
      await database.query('SELECT 1');
    };
    const nest = await startNestApp({
      module: {
        module: SampleModule,
        controllers: [SampleController, UserRegisteredConsumer],
        providers: [{ provide: DataSource, useValue: database }, CountRegistration],
      },
      logger,
      callerSecrets: config.CALLER_SECRETS,
      grpc: { url: config.GRPC_URL, services: { 'sample.v1': SampleServiceService }, metrics, ready },
      events,
    });
    closers.push(() => nest.close());
    return { metrics, alive: () => events.healthy(), ready, close: () => closers.close() };
  } catch (error) {
    await closers.close().catch((failure: unknown) => logger.error({ err: failure }, 'close failed'));
    throw error;
  }
}
