import type { WebhookDelivery, WebhookEndpoint } from '@precis/proto/notifications/v1/notifications';
import type { EndpointRow } from './endpoint.row.js';
import type { DeliveryRow } from './webhook-delivery.row.js';
import { webhookIdOf } from './webhook-event.rule.js';

const msOf = (date: Date | null): number => date?.getTime() ?? 0;

/** An endpoint as RPCs return it, without its secret. */
export const endpointAnswer = (row: EndpointRow): WebhookEndpoint => ({
  endpointId: row.id,
  url: row.url,
  eventTypes: row.eventTypes,
  isEnabled: row.disabledReason === null,
  disabledReason: row.disabledReason ?? '',
  createdAtMs: row.createdAt.getTime(),
  failingSinceMs: msOf(row.failingSince),
  oldSecretUntilMs: msOf(row.oldSecretUntil),
});

/** A delivery as RPCs return it. A time or status of 0, and an empty `error` or `cause`, mean that there is none. */
export const deliveryAnswer = (row: DeliveryRow): WebhookDelivery => ({
  deliveryId: row.id,
  webhookId: webhookIdOf(row.eventId),
  eventType: row.eventType,
  state: row.state,
  createdAtMs: row.createdAt.getTime(),
  nextAttemptAtMs: msOf(row.nextTryAt),
  attempts: row.attempts.map(({ at, durationMs, status, error }) => ({
    atMs: at.getTime(),
    durationMs,
    status: status ?? 0,
    error: error ?? '',
  })),
  cause: row.cause ?? '',
});
