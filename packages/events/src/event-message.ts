import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutgoingMessage, ReceivedMessage } from './bus.js';
import { isCanonicalUuid } from '@precis/runtime/uuid';

/** A row of the outbox to publish. */
export interface OutboxRow {
  position: string;
  event_id: string;
  topic: string;
  key: string;
  type: string;
  payload: Buffer;
  occurred_at: Date;
  correlation_id: string;
  traceparent: string | null;
}

/** The content of a message with valid headers. */
export interface DecodedEvent {
  eventId: string;
  type: string;
  key: string;
  occurredAt: Date;
  producer: string;
  correlationId: string;
  traceparent?: string;
  payload: Uint8Array;
}

/** Encodes an outbox row as a bus message; `producer` is the announcing service. decodeEvent is the inverse. */
export function encodeEvent(row: OutboxRow, producer: string): OutgoingMessage {
  return {
    topic: row.topic,
    key: row.key,
    value: row.payload,
    headers: {
      'event-id': row.event_id,
      type: row.type,
      'occurred-at': row.occurred_at.toISOString(),
      producer,
      'correlation-id': row.correlation_id,
      ...(row.traceparent ? { traceparent: row.traceparent } : {}),
    },
  };
}

/** Thrown for a message that nobody can handle at any attempt. */
export class Undecodable extends Error {
  override name = 'Undecodable';
}

/** The form of a type. Without blanks and control characters, because a type is also a label of metrics. */
export const EVENT_TYPE = /^[a-z][a-z0-9.-]{0,99}$/;

/** In characters, so at most 600 bytes: the key is part of an index, whose entries Postgres refuses above 2704 bytes. */
const LONGEST_KEY = 200;

/** Whether a text is valid as the key of an event. */
export const isEventKey = (key: string): boolean => key !== '' && key.length <= LONGEST_KEY && !key.includes('\u0000');

/** Parses a message's envelope. Throws Undecodable, whose text quotes nothing of the message. */
export function decodeEvent(message: ReceivedMessage): DecodedEvent {
  const { headers, key, value } = message;
  const eventId = headers['event-id'] ?? '';
  const type = headers.type ?? '';
  const occurredAt = new Date(headers['occurred-at'] ?? '');
  if (!isCanonicalUuid(eventId)) throw new Undecodable('event-id is not a uuid');
  if (!EVENT_TYPE.test(type)) throw new Undecodable('type has a wrong form');
  if (Number.isNaN(occurredAt.getTime())) throw new Undecodable('occurred-at is not a time');
  if (key === null || !isEventKey(key)) throw new Undecodable('key is missing, too long, or contains NUL');
  if (value === null) throw new Undecodable('there is no payload');
  return {
    eventId,
    type,
    key,
    occurredAt,
    producer: headers.producer ?? '',
    correlationId: headers['correlation-id'] ?? eventId,
    traceparent: headers.traceparent,
    payload: value,
  };
}

/** What connects the current work with the events that it announces, and with the work of their consumers. */
export interface Correlation {
  /** The same in all of this work. From an RPC it may be text from outside. */
  correlationId: string;
}

const storage = new AsyncLocalStorage<Correlation>();

/** Runs `work` so that every event it writes carries this correlation. */
export function withCorrelation<T>(correlation: Correlation, work: () => T): T {
  return storage.run(correlation, work);
}

/** Undefined outside of withCorrelation. */
export function currentCorrelation(): Correlation | undefined {
  return storage.getStore();
}
