import type { WebhookDelivery, WebhookEndpoint } from '@precis/proto/notifications/v1/notifications';
import { z } from 'zod';
import { requiredBoolean, optionalId, optionalNumber, optionalPageSize, requiredText } from '../http/input-fields.js';

const EVENTS = ['job.completed', 'job.failed', 'batch.ended', 'quota.threshold'] as const;
const MAX_URL_LENGTH = 2_000;
const USUAL_PAGE = 20;
/** The default overlap: a receiver has a day to switch to the new secret. */
const USUAL_OVERLAP_HOURS = 24;
const HOUR_SECONDS = 3_600;

const events = z
  .array(z.enum(EVENTS))
  .min(1)
  .max(EVENTS.length)
  .describe(`a list of: ${EVENTS.join(', ')}`);

export const newWebhook = z.object({ url: requiredText(MAX_URL_LENGTH), events });
/** All three fields are required, because PUT replaces the whole webhook. */
export const changedWebhook = newWebhook.extend({ enabled: requiredBoolean() });
export const rotation = z.object({ overlap_hours: optionalNumber(0, 24, 'hours') });
export const deliveriesQuery = z.object({ cursor: optionalId(), limit: optionalPageSize(USUAL_PAGE) });
export type NewWebhook = z.output<typeof newWebhook>;
export type ChangedWebhook = z.output<typeof changedWebhook>;
export type Rotation = z.output<typeof rotation>;
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;

const moment = z.string();
export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
  disabled_reason: z
    .string()
    .nullable()
    .describe('owner; gone: it answered 410; failing: no delivery succeeded for 5 days. Null while it is enabled'),
  failing_since: moment.nullable().describe('First failure since the last success; null after a successful delivery'),
  old_secret_valid_until: moment.nullable().describe('Until when the secret before the last rotation signs as well'),
  created_at: moment,
});
const secret = z.string().describe('Signs every delivery. It is shown only this once');
export const delivery = z.object({
  id: z.string(),
  webhook_id: z.string().describe('The webhook-id header: the same at every attempt and replay'),
  event: z.string(),
  status: z.enum(['queued', 'delivered', 'failed']),
  cause: z.string().nullable().describe('Why it waits or has failed, as a code; null once it is delivered'),
  created_at: moment,
  next_attempt_at: moment.nullable(),
  attempts: z
    .array(
      z.object({
        at: moment,
        duration_ms: z.number().int(),
        status: z.number().int().nullable().describe('HTTP status; null without an answer'),
        error: z.string().nullable().describe('An error code; null when the receiver accepted it'),
      }),
    )
    .describe('The last 10, newest first'),
});

export const webhookList = z.object({ success: z.literal(true), webhooks: z.array(webhook) });
export const oneWebhook = z.object({ success: z.literal(true), webhook });
export const webhookWithSecret = oneWebhook.extend({ secret });
export const oneDelivery = z.object({ success: z.literal(true), delivery });
export const deliveryList = z.object({
  success: z.literal(true),
  deliveries: z.array(delivery),
  next: z.string().nullable().describe('Ask again with cursor = this for older ones; null on the last page'),
});

const momentOf = (ms: number): string | null => (ms === 0 ? null : new Date(ms).toISOString());

export function webhookView(found: WebhookEndpoint | undefined): z.output<typeof webhook> {
  if (!found) throw new Error('notifications answered without an endpoint');
  return {
    id: found.endpointId,
    url: found.url,
    events: found.eventTypes,
    enabled: found.isEnabled,
    disabled_reason: found.disabledReason || null,
    failing_since: momentOf(found.failingSinceMs),
    old_secret_valid_until: momentOf(found.oldSecretUntilMs),
    created_at: new Date(found.createdAtMs).toISOString(),
  };
}

export function deliveryView(found: WebhookDelivery | undefined): z.output<typeof delivery> {
  if (!found) throw new Error('notifications answered without a delivery');
  return {
    id: found.deliveryId,
    webhook_id: found.webhookId,
    event: found.eventType,
    status: found.state === 'delivered' || found.state === 'failed' ? found.state : 'queued',
    cause: found.cause || null,
    created_at: new Date(found.createdAtMs).toISOString(),
    next_attempt_at: momentOf(found.nextAttemptAtMs),
    attempts: found.attempts.map(({ atMs, durationMs, status, error }) => ({
      at: new Date(atMs).toISOString(),
      duration_ms: durationMs,
      status: status || null,
      error: error || null,
    })),
  };
}

/** Returns the hours of a request, or the default, in the unit of the services. */
export const overlapSecondsOf = ({ overlap_hours: hours }: Rotation): number =>
  Math.round((hours ?? USUAL_OVERLAP_HOURS) * HOUR_SECONDS);
