import 'reflect-metadata';
import type { Bus } from '@precis/events/bus';
import { EventConsumerStrategy } from '@precis/events/event-consumer.strategy';
import { EventTables1700000000001 } from '@precis/events/event-tables.migration';
import { type Clock, SystemClock } from '@precis/runtime/clock';
import { migrate, openDatabase } from '@precis/runtime/database';
import { createLogger, type Logger } from '@precis/runtime/logger';
import { type ServiceApp, startNestApp } from '@precis/runtime/service-app';
import { Registry } from 'prom-client';
import type { NotificationsConfig } from './config.js';
import { AuthClient } from './mails/auth.client.js';
import { Delivery } from './mails/delivery.entity.js';
import { MailsModule } from './mails/mails.module.js';
import { SmtpMailSender } from './mails/smtp-mail-sender.provider.js';
import { Deliveries1700000000002 } from './migrations/1700000000002-deliveries.migration.js';

export interface NotificationsDeps {
  bus: Bus;
  logger?: Logger;
  clock?: Clock;
}

/** A mail server may be away for hours: 12 attempts over 1.5 to 3 hours, within the 24 hours that a link lives. */
const RETRIES = { maxAttempts: 12, backoff: { firstMs: 1_000, factor: 4, capMs: 30 * 60_000 } };

/** Starts notifications on its own database; it serves no RPC. The bus belongs to the caller, who closes it after this app. */
export async function createApp(config: NotificationsConfig, deps: NotificationsDeps): Promise<ServiceApp> {
  const logger = deps.logger ?? createLogger('notifications');
  const metrics = new Registry();
  const database = await openDatabase({ url: config.DATABASE_URL, entities: [Delivery], migrations: [EventTables1700000000001, Deliveries1700000000002] });
  const auth = new AuthClient(config.AUTH_ADDRESS, config.CALLER_SECRET);
  const free = async () => {
    auth.close();
    await database.destroy();
  };
  try {
    await migrate(database);
    const events = new EventConsumerStrategy({ group: 'notifications', bus: deps.bus, database, logger, metrics, ...RETRIES });
    const sender = new SmtpMailSender(config.SMTP_URL, config.MAIL_FROM);
    const nest = await startNestApp({ module: MailsModule.with(auth, sender, deps.clock ?? new SystemClock()), logger, callerSecrets: {}, events });
    return {
      metrics,
      ready: async () => {
        await database.query('SELECT 1');
        events.healthy();
      },
      close: async () => {
        await nest.close();
        await free();
      },
    };
  } catch (error) {
    await free();
    throw error;
  }
}
