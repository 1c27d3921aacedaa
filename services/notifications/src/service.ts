import type { Service } from '@precis/events/start-service';
import { NotificationsServiceService } from '@precis/proto/notifications/v1/notifications';
import { type NotificationsConfig, processSchema } from './config.js';
import { openDatabase } from './database.js';
import { ForgetDeliveries } from './mails/forget-deliveries.usecase.js';
import { ClearDeletedEndpoints } from './outgoing-webhooks/clear-deleted-endpoints.usecase.js';
import { ForgetWebhookDeliveries } from './outgoing-webhooks/forget-webhook-deliveries.usecase.js';
import { NotificationsModule } from './notifications.module.js';

const FORGET_EVERY_MS = 600_000;
/** Short, because one run deletes at most 50,000 deliveries of deleted endpoints. */
const CLEAR_EVERY_MS = 20_000;

export const notifications: Service<NotificationsConfig> = {
  name: 'notifications',
  processSchema,
  openDatabase,
  module: NotificationsModule.with,
  rpc: { 'notifications.v1': NotificationsServiceService },
  consumes: true,
  everyMs: [
    [FORGET_EVERY_MS, ForgetDeliveries],
    [FORGET_EVERY_MS, ForgetWebhookDeliveries],
    [CLEAR_EVERY_MS, ClearDeletedEndpoints],
  ],
};
