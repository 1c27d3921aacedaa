import type { OutgoingMessage } from '../bus.js';
import { MAX_PAYLOAD_BYTES } from '../outbox/outbox.js';

/** What a record may take besides its value: lengths, times, the batch's own head. */
const FRAME_BYTES = 512;
/** A broker refuses a send above 1 MiB (message.max.bytes counts the whole batch); one message of the largest size always fits. */
export const CHUNK_BYTES = MAX_PAYLOAD_BYTES + 100_000;

/** Cuts the messages of a partition, in their order, into sends that a broker takes. Without it a relay with many large events would be refused for ever. */
export function chunksOf(messages: OutgoingMessage[]): OutgoingMessage[][] {
  const chunks: OutgoingMessage[][] = [];
  let room = 0;
  for (const message of messages) {
    const bytes = sizeOf(message);
    if (bytes > room) {
      chunks.push([]);
      room = CHUNK_BYTES;
    }
    chunks.at(-1)!.push(message);
    room -= bytes;
  }
  return chunks;
}

function sizeOf({ key, value, headers }: OutgoingMessage): number {
  const texts = [key, ...Object.entries(headers).flat()];
  return FRAME_BYTES + value.byteLength + texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
