import type { Service } from '@precis/events/start-service';
import { type NotificationsConfig, processSchema } from './config.js';
import { openDatabase } from './database.js';
import { NotificationsModule } from './notifications.module.js';

/** A mail server may be away for hours: 12 attempts over 1.5 to 3 hours, within the 24 hours that a link lives. */
const RETRIES = { maxAttempts: 12, backoff: { firstMs: 1_000, factor: 4, capMs: 30 * 60_000 } };

/** It serves no RPC. */
export const notifications: Service<NotificationsConfig> = {
  name: 'notifications',
  processSchema,
  openDatabase,
  module: NotificationsModule.with,
  consumes: RETRIES,
};
