import 'reflect-metadata';
import { EventConsumerStrategy } from '@precis/events/inbox/event-consumer.strategy';
import type { EventServiceDeps } from '@precis/events/event-service';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { SystemClock } from '@precis/runtime/clock';
import { Closers } from '@precis/runtime/closers';
import { createLogger } from '@precis/runtime/logger';
import { Repeating } from '@precis/runtime/repeating';
import { prepareSchema } from '@precis/runtime/schema-mode';
import { type ServiceApp, startNestApp } from '@precis/runtime/service-app';
import { Registry } from 'prom-client';
import { AppModule, type UsageParts } from './app.module.js';
import type { UsageConfig } from './config.js';
import { BillingTimetables } from './quota/billing-timetables.client.js';
import { ConfirmTimetables } from './quota/confirm-timetables.usecase.js';
import { ForgetOldCalls } from './quota/forget-old-calls.usecase.js';
import { ForgetReleasedCalls } from './quota/forget-released-calls.usecase.js';
import { SweepLapsedReservations } from './quota/sweep-lapsed-reservations.usecase.js';
import { openUsageDatabase } from './usage-database.js';

/** Far below the time after which a reservation counts as stuck. */
const SWEEP_EVERY_MS = 20_000;
/** So long, once billing is back, may an event's word count that billing has not confirmed. */
const CONFIRM_EVERY_MS = 20_000;
const FORGET_EVERY_MS = 60_000;

/** Starts usage on its own database. The bus belongs to the caller, who closes it after this app. */
export async function createApp(config: UsageConfig, deps: EventServiceDeps): Promise<ServiceApp> {
  const logger = deps.logger ?? createLogger('usage', config.LOG_LEVEL);
  const closers = new Closers('usage');
  try {
    const database = await openUsageDatabase(config.DATABASE_URL, config.DATABASE_POOL);
    closers.push(() => database.destroy());
    const billing = new BillingTimetables(config.BILLING_ADDRESS, config.CALLER_SECRET);
    closers.push(async () => billing.close());
    await prepareSchema(database, deps.schema);
    return await serve(
      config,
      deps,
      { database, clock: deps.clock ?? new SystemClock(), logger, metrics: new Registry(), billing },
      closers,
    );
  } catch (error) {
    await closers.close().catch((failure: unknown) => logger.error({ err: failure }, 'close failed'));
    throw error;
  }
}

async function serve(
  config: UsageConfig,
  { bus, stopping }: EventServiceDeps,
  parts: UsageParts,
  closers: Closers,
): Promise<ServiceApp> {
  const { database, logger, metrics } = parts;
  const events = new EventConsumerStrategy({ group: 'usage', bus, database, logger, metrics });
  // Without the consumer: calls are answered while Kafka refuses it, in all copies at once.
  const ready = async () => {
    stopping?.throwIfAborted();
    await database.query('SELECT 1');
  };
  const app = await startNestApp({
    module: AppModule.with(parts),
    logger,
    callerSecrets: config.CALLER_SECRETS,
    grpc: { url: config.GRPC_URL, services: { 'usage.v1': UsageServiceService }, metrics, ready },
    events,
  });
  closers.push(() => app.close());
  const [sweep, confirm, forget, forgetOld] = [
    app.get(SweepLapsedReservations),
    app.get(ConfirmTimetables),
    app.get(ForgetReleasedCalls),
    app.get(ForgetOldCalls),
  ];
  const clocked = [
    new Repeating(SWEEP_EVERY_MS, () => sweep.execute(), logger),
    new Repeating(CONFIRM_EVERY_MS, () => confirm.execute(), logger),
    new Repeating(FORGET_EVERY_MS, () => forget.execute(), logger),
    new Repeating(FORGET_EVERY_MS, () => forgetOld.execute(), logger),
  ];
  for (const job of clocked) {
    job.start();
    closers.push(() => job.stop());
  }
  return {
    metrics,
    alive: () => events.healthy(),
    ready,
    close: () => closers.close(),
  };
}
