import 'reflect-metadata';
import { EventConsumerStrategy } from '@precis/events/inbox/event-consumer.strategy';
import type { EventServiceDeps } from '@precis/events/event-service';
import { Relay } from '@precis/events/outbox/relay';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { SystemClock } from '@precis/runtime/clock';
import { Closers } from '@precis/runtime/closers';
import { createLogger } from '@precis/runtime/logger';
import { prepareSchema } from '@precis/runtime/schema-mode';
import { type ServiceApp, startNestApp } from '@precis/runtime/service-app';
import { Registry } from 'prom-client';
import { openBillingDatabase } from './billing-database.js';
import { BillingModule } from './billing.module.js';
import type { BillingConfig } from './config.js';
import { PlansRepository } from './plans/plans.repository.js';
import { SeedPlans } from './plans/seed-plans.usecase.js';

/** Starts billing. The bus belongs to the caller: it may serve several apps of one process, and it is closed after them. */
export async function createApp(config: BillingConfig, deps: EventServiceDeps): Promise<ServiceApp> {
  const logger = deps.logger ?? createLogger('billing');
  const metrics = new Registry();
  const closers = new Closers('billing');
  try {
    const database = await openBillingDatabase(config.DATABASE_URL);
    closers.push(() => database.destroy());
    await prepareSchema(database, deps.schema);
    await new SeedPlans(database, new PlansRepository()).execute();

    const relay = new Relay({
      database,
      databaseUrl: config.DATABASE_URL,
      bus: deps.bus,
      producer: 'billing',
      logger,
      metrics,
    });
    relay.start();
    closers.push(() => relay.stop());

    const events = new EventConsumerStrategy({ group: 'billing', bus: deps.bus, database, logger, metrics });
    // Without the consumer: calls are answered while Kafka refuses it, in all copies at once.
    const ready = async () => {
      deps.stopping?.throwIfAborted();
      await database.query('SELECT 1');
    };
    const app = await startNestApp({
      module: BillingModule.with({ config, database, clock: deps.clock ?? new SystemClock(), logger, metrics }),
      logger,
      callerSecrets: config.CALLER_SECRETS,
      grpc: { url: config.GRPC_URL, services: { 'billing.v1': BillingServiceService }, metrics, ready },
      events,
    }).catch(async (error: unknown) => {
      // The consumer may already run when the gRPC address turns out to be unusable.
      await events.close();
      throw error;
    });
    closers.push(() => app.close());

    return { metrics, alive: () => events.healthy(), ready, close: () => closers.close() };
  } catch (error) {
    await closers.close().catch((failure: unknown) => logger.error({ err: failure }, 'close failed'));
    throw error;
  }
}
