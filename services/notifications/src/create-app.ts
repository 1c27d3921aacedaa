import 'reflect-metadata';
import { EventConsumerStrategy } from '@precis/events/inbox/event-consumer.strategy';
import type { EventServiceDeps } from '@precis/events/event-service';
import { SystemClock } from '@precis/runtime/clock';
import { Closers } from '@precis/runtime/closers';
import { createLogger } from '@precis/runtime/logger';
import { prepareSchema } from '@precis/runtime/schema-mode';
import { type ServiceApp, startNestApp } from '@precis/runtime/service-app';
import { Registry } from 'prom-client';
import type { NotificationsConfig } from './config.js';
import { openNotificationsDatabase } from './notifications-database.js';
import { NotificationsModule } from './notifications.module.js';

/** A mail server may be away for hours: 12 attempts over 1.5 to 3 hours, within the 24 hours that a link lives. */
const RETRIES = { maxAttempts: 12, backoff: { firstMs: 1_000, factor: 4, capMs: 30 * 60_000 } };

/** Starts notifications on its own database; it serves no RPC. The bus belongs to the caller, who closes it after this app. */
export async function createApp(config: NotificationsConfig, deps: EventServiceDeps): Promise<ServiceApp> {
  const logger = deps.logger ?? createLogger('notifications');
  const metrics = new Registry();
  const closers = new Closers('notifications');
  try {
    const database = await openNotificationsDatabase(config.DATABASE_URL);
    closers.push(() => database.destroy());
    await prepareSchema(database, deps.schema);
    const events = new EventConsumerStrategy({
      group: 'notifications',
      bus: deps.bus,
      database,
      logger,
      metrics,
      ...RETRIES,
    });
    const module = NotificationsModule.with({
      config,
      database,
      clock: deps.clock ?? new SystemClock(),
      logger,
      metrics,
    });
    const nest = await startNestApp({ module, logger, callerSecrets: {}, events });
    closers.push(() => nest.close());
    return {
      metrics,
      alive: () => events.healthy(),
      ready: async () => {
        deps.stopping?.throwIfAborted();
        await database.query('SELECT 1');
        events.healthy();
      },
      close: () => closers.close(),
    };
  } catch (error) {
    await closers.close().catch((failure: unknown) => logger.error({ err: failure }, 'close failed'));
    throw error;
  }
}
