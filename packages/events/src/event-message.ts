import type { OutgoingMessage, ReceivedMessage } from './bus.js';
import { isCanonicalUuid } from '@precis/runtime/uuid';

/** A row of the outbox on its way to the bus. */
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

/** What a message says, once its headers were found usable. */
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

/** An outbox row as the bus carries it; `producer` is the service that tells it. decodeEvent reads it back. */
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

/** Why a message cannot be handled by anyone, however often it is tried. */
export class Undecodable extends Error {
  override name = 'Undecodable';
}

/** What a type looks like. No blanks, no control characters: a type is also a label of metrics. */
export const EVENT_TYPE = /^[a-z][a-z0-9.-]{0,99}$/;

/** In characters, so at most 600 bytes: the key is part of an index, whose entries Postgres refuses above 2704 bytes. */
const LONGEST_KEY = 200;

/** Whether an event can be kept by this key. */
export const isEventKey = (key: string): boolean => key !== '' && key.length <= LONGEST_KEY && !key.includes('\u0000');

/** Reads a message's envelope. Throws Undecodable, whose text quotes nothing of the message. */
export function decodeEvent(message: ReceivedMessage): DecodedEvent {
  const { headers, key, value } = message;
  const eventId = headers['event-id'] ?? '';
  const type = headers.type ?? '';
  const occurredAt = new Date(headers['occurred-at'] ?? '');
  if (!isCanonicalUuid(eventId)) throw new Undecodable('event-id is not a uuid');
  if (!EVENT_TYPE.test(type)) throw new Undecodable('type is not usable');
  if (Number.isNaN(occurredAt.getTime())) throw new Undecodable('occurred-at is not a time');
  if (key === null || !isEventKey(key)) throw new Undecodable('key is not usable');
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
