import type { ReceivedMessage } from './bus.js';
import { decodeEvent, encodeEvent, type OutboxRow, Undecodable } from './event-message.js';

const row: OutboxRow = {
  position: '1',
  event_id: '01a1fdfd-4c0c-7a20-82de-b863c63779e6',
  topic: 'auth.user.v1',
  key: 'user-1',
  type: 'user-registered',
  payload: Buffer.from([0, 255]),
  occurred_at: new Date('2026-11-21T10:00:00.123Z'),
  correlation_id: 'c-1',
  traceparent: null,
};

const received = (change: Partial<ReceivedMessage> = {}, headers: Record<string, string> = {}): ReceivedMessage => {
  const message = encodeEvent(row, 'auth');
  return { ...message, partition: 0, offset: '7', ...change, headers: { ...message.headers, ...headers } };
};

describe('an event on the bus', () => {
  it('is read as it was written', () => {
    expect(decodeEvent(received())).toEqual({
      eventId: row.event_id,
      type: 'user-registered',
      key: 'user-1',
      occurredAt: row.occurred_at,
      producer: 'auth',
      correlationId: 'c-1',
      traceparent: undefined,
      payload: row.payload,
    });
  });

  it('carries a trace context when there is one', () => {
    expect(encodeEvent({ ...row, traceparent: '00-a-b-01' }, 'auth').headers.traceparent).toBe('00-a-b-01');
  });

  const unusable: [string, Partial<ReceivedMessage>, Record<string, string>][] = [
    ['event-id is not a uuid', {}, { 'event-id': "1'; DROP TABLE outbox" }],
    ['type has a wrong form', {}, { type: 'user registered' }],
    ['occurred-at is not a time', {}, { 'occurred-at': 'yesterday' }],
    ['key is missing, too long, or contains NUL', { key: null }, {}],
    ['key is missing, too long, or contains NUL', { key: 'a\u0000b' }, {}],
    ['key is missing, too long, or contains NUL', { key: '' }, {}],
    ['key is missing, too long, or contains NUL', { key: 'k'.repeat(201) }, {}],
    ['there is no payload', { value: null }, {}],
  ];
  it.each(unusable)('is undecodable when %s', (problem, change, headers) => {
    expect(() => decodeEvent(received(change, headers))).toThrow(new Undecodable(problem));
  });

  it('is undecodable without any header', () => {
    expect(() => decodeEvent({ ...received(), headers: {} })).toThrow(Undecodable);
  });
});
