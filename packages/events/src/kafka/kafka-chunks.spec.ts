import type { OutgoingMessage } from '../bus.js';
import { CHUNK_BYTES, chunksOf } from './kafka-publisher.js';
import { MAX_PAYLOAD_BYTES } from '../outbox/outbox.js';

const message = (bytes: number, headers: Record<string, string> = {}): OutgoingMessage => ({
  topic: 't',
  key: 'k',
  value: new Uint8Array(bytes),
  headers,
});

describe('the sends of a partition', () => {
  it('contain all messages in order, small ones together', () => {
    const messages = Array.from({ length: 200 }, (_, i) => message(i * 100));
    const chunks = chunksOf(messages);
    expect(chunks.flat()).toEqual(messages);
    expect(chunks.length).toBeLessThan(5);
    expect(chunksOf([])).toEqual([]);
  });

  it('stay below the limit of a broker, including headers', () => {
    const messages = Array.from({ length: 50 }, () => message(90_000, { a: 'ü'.repeat(5_000) }));
    for (const chunk of chunksOf(messages)) expect(chunk.length * 100_000).toBeLessThan(CHUNK_BYTES);
    expect(CHUNK_BYTES).toBeLessThan(1_048_576);
  });

  it('contain one message of the largest size each', () => {
    const largest = message(MAX_PAYLOAD_BYTES);
    expect(chunksOf([largest, largest, largest])).toEqual([[largest], [largest], [largest]]);
  });
});
