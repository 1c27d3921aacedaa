/** Generated code of a message: encodes into a writer, which is a new one unless it is given. */
interface Codec<Q, W> {
  encode(message: Q, writer?: W): W;
}

/**
 * Encodes messages with one writer. A new writer for each message grows from 128 bytes by doubling, and each of its buffers lies outside the heap,
 * where allocation is slow. A writer whose message threw is not used again, because it still holds a part of it. The writer keeps the size of its
 * largest message, so this is for messages of a few kB: with transcripts a process would hold megabytes for good.
 */
export function encoderOf<Q, W extends { finish(): Uint8Array }>(codec: Codec<Q, W>): (message: Q) => Uint8Array {
  let idle: W | undefined;
  return (message) => {
    const writer = idle;
    idle = undefined;
    const filled = codec.encode(message, writer);
    const bytes = filled.finish();
    idle = filled;
    return bytes;
  };
}
