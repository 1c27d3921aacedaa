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
import type { UsageConfig } from './config.js';
import { ConfirmTimetables } from './timetables/confirm-timetables.usecase.js';
import { ForgetReleasedCalls } from './quota/forget-released-calls.usecase.js';
import { SweepLapsedReservations } from './quota/sweep-lapsed-reservations.usecase.js';
import { openUsageDatabase } from './usage-database.js';
import { UsageModule } from './usage.module.js';

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
    await prepareSchema(database, deps.schema);
    return await serve(
      config,
      deps,
      { config, database, clock: deps.clock ?? new SystemClock(), logger, metrics: new Registry() },
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
  parts: Parameters<typeof UsageModule.with>[0],
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
    module: UsageModule.with(parts),
    logger,
    callerSecrets: config.CALLER_SECRETS,
    grpc: { url: config.GRPC_URL, services: { 'usage.v1': UsageServiceService }, metrics, ready },
    events,
  });
  closers.push(() => app.close());
  const [sweep, confirm, forget] = [
    app.get(SweepLapsedReservations),
    app.get(ConfirmTimetables),
    app.get(ForgetReleasedCalls),
  ];
  const clocked = [
    new Repeating(SWEEP_EVERY_MS, () => sweep.execute(), logger),
    new Repeating(CONFIRM_EVERY_MS, () => confirm.execute(), logger),
    new Repeating(FORGET_EVERY_MS, () => forget.execute(), logger),
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
