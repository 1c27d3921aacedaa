import type { EndpointSecrets } from './endpoint.row.js';

/** A delivery that a sender holds, until its lease ends, with what it needs of its endpoint. */
export interface TakenWebhook extends EndpointSecrets {
  id: string;
  endpointId: string;
  accountId: string;
  url: string;
  eventId: string;
  eventType: string;
  body: string;
  /** Since it was queued, this one included. */
  tries: number;
  /** Grows at every taking, over replays too: who holds an older number records nothing. */
  fence: number;
  /** By its event, or the last replay. */
  queuedAt: Date;
  failingSince: Date | null;
  correlationId: string;
  traceparent: string | null;
}

/** How an attempt went, as the log shows it. */
export interface WebhookAttempt {
  at: Date;
  durationMs: number;
  /** Null without an answer. */
  status: number | null;
  /** Null when it was taken. */
  error: string | null;
}

/** A delivery as its owner sees it, with its last attempts, newest first. */
export interface DeliveryRow {
  id: string;
  eventId: string;
  eventType: string;
  state: 'queued' | 'delivered' | 'failed';
  cause: string | null;
  createdAt: Date;
  nextTryAt: Date | null;
  attempts: WebhookAttempt[];
}

/** What an attempt came to. `wait`: it is tried again; `hold`: so is what was not tried at all, and no try is counted. */
export type Verdict =
  | { state: 'delivered' }
  | { state: 'failed'; cause: string }
  | { state: 'wait'; waitMs: number; cause: string }
  | { state: 'hold'; waitMs: number; cause: string };
