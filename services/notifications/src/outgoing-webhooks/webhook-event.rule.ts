/** The events that an endpoint may ask for (HOOK-2). `webhook.test` goes to the tested endpoint, whichever events it asked for. */
export const WEBHOOK_EVENTS = ['job.completed', 'job.failed', 'batch.ended', 'quota.threshold'] as const;
/** The event that an owner's test sends (HOOK-10). No endpoint can ask for it. */
export const TEST_EVENT = 'webhook.test';
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number] | typeof TEST_EVENT;

/** One event as its receiver sees it. */
export interface WebhookPayload {
  type: WebhookEvent;
  /** Path on the product's origin at which the receiver reads the rest. */
  path: string;
  /** Ids, codes and counts: nothing of a transcript or a person. */
  facts: Readonly<Record<string, string | number>>;
}

/**
 * The header `webhook-id`. It depends only on the event, so it is the same in every attempt and replay, and for every endpoint (HOOK-5).
 */
export const webhookIdOf = (eventId: string): string => `msg_${eventId}`;

/** The bytes that are signed and sent (HOOK-2): type, time, ids, and the url of the rest. */
export function webhookBody({ type, path, facts }: WebhookPayload, occurredAt: Date, publicUrl: string): string {
  return JSON.stringify({ type, timestamp: occurredAt.toISOString(), data: { ...facts, url: `${publicUrl}${path}` } });
}

/** The event types of a request, without repeats and in our order; undefined when one is unknown, or the list is empty. */
export function knownEventTypes(asked: readonly string[]): string[] | undefined {
  if (asked.length === 0 || asked.some((type) => !(WEBHOOK_EVENTS as readonly string[]).includes(type)))
    return undefined;
  return WEBHOOK_EVENTS.filter((type) => asked.includes(type));
}
