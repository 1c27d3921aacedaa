import 'reflect-metadata';
import type { EventServiceDeps } from '@precis/events/event-service';
import { Relay } from '@precis/events/outbox/relay';
import { SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import { SystemClock } from '@precis/runtime/clock';
import { Closers } from '@precis/runtime/closers';
import { createLogger } from '@precis/runtime/logger';
import { Repeating } from '@precis/runtime/repeating';
import { prepareSchema } from '@precis/runtime/schema-mode';
import { type ServiceApp, startNestApp } from '@precis/runtime/service-app';
import { Registry } from 'prom-client';
import type { SummarisationConfig } from './config.js';
import type { SummaryEngine } from './engines/summary-engine.js';
import { ForgetExpired } from './results/forget-expired.usecase.js';
import { openSummarisationDatabase } from './summarisation-database.js';
import { summarisationModule } from './summarisation.module.js';

export interface SummarisationDeps extends EventServiceDeps {
  /** Absent: the extractive one in threads of its own; it needs no key and no network. This one runs on the event loop. */
  engine?: SummaryEngine;
}

/** Also a copy that lives for less than an hour does its part. */
const FORGET_EVERY_MS = 600_000;

/** Starts summarisation. */
export async function createApp(config: SummarisationConfig, deps: SummarisationDeps): Promise<ServiceApp> {
  const logger = deps.logger ?? createLogger('summarisation', config.LOG_LEVEL);
  const clock = deps.clock ?? new SystemClock();
  const metrics = new Registry();
  const closers = new Closers('summarisation');
  try {
    const database = await openSummarisationDatabase(config.DATABASE_URL, config.DATABASE_POOL);
    closers.push(() => database.destroy());
    await prepareSchema(database, deps.schema);

    const relay = new Relay({
      database,
      databaseUrl: config.DATABASE_URL,
      bus: deps.bus,
      producer: 'summarisation',
      logger,
      metrics,
    });
    relay.start();
    closers.push(() => relay.stop());

    const ready = async () => {
      deps.stopping?.throwIfAborted();
      await database.query('SELECT 1');
    };
    const app = await startNestApp({
      module: summarisationModule({ config, database, clock, logger, metrics, engine: deps.engine }),
      logger,
      callerSecrets: config.CALLER_SECRETS,
      grpc: { url: config.GRPC_URL, services: { 'summarisation.v1': SummarisationServiceService }, metrics, ready },
    });
    closers.push(() => app.close());

    const forget = app.get(ForgetExpired, { strict: false });
    const forgetting = new Repeating(FORGET_EVERY_MS, () => forget.execute(), logger);
    forgetting.start();
    closers.push(() => forgetting.stop());

    return { metrics, ready, close: () => closers.close() };
  } catch (error) {
    await closers.close().catch((failure: unknown) => logger.error({ err: failure }, 'close failed'));
    throw error;
  }
}
