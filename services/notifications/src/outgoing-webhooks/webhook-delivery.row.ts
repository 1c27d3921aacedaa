import type { EndpointSecrets } from './endpoint.row.js';

/** A delivery that a sender holds until its lease ends, with the fields of its endpoint that sending needs. */
export interface TakenWebhook extends EndpointSecrets {
  id: string;
  endpointId: string;
  accountId: string;
  url: string;
  eventId: string;
  eventType: string;
  body: string;
  /** Attempts since it was queued, including this one. */
  tries: number;
  /** Grows with each taking and each replay. A sender with an older number records nothing. */
  fence: number;
  /** The end of this sender's lease, as the database writes it; it identifies the lease. */
  lease: string;
  /** When its event, or the last replay, queued it. */
  queuedAt: Date;
  /** Why its last attempt failed, or why it was held back; null for a new one. */
  heldFor: string | null;
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
  /** Null when the receiver accepted it. */
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

/** The outcome of an attempt. `wait`: it is tried again. `hold`: it was not tried, is tried later, and no attempt is counted. */
export type Verdict =
  | { state: 'delivered' }
  | { state: 'failed'; cause: string }
  | { state: 'wait'; waitMs: number; cause: string }
  | { state: 'hold'; waitMs: number; cause: string };
