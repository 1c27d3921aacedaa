import { createConnection, createServer, type Socket } from 'node:net';

const FRAME_HEADER_BYTES = 9;
const HEADERS_FRAME = 1;

/**
 * A proxy to a gRPC server on a unix socket that passes every request and cuts the connection when the first reply (an HTTP/2 HEADERS frame) comes
 * back: the server has committed, and the client gets no answer.
 */
export async function startReplyCutter(
  serverPath: string,
  path: string,
): Promise<{ replies: () => number; close(): Promise<void> }> {
  let replies = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = createConnection(serverPath);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    client.pipe(upstream);
    let seen: Buffer<ArrayBufferLike> = Buffer.alloc(0);
    upstream.on('data', (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk]);
      while (seen.length >= FRAME_HEADER_BYTES) {
        const length = FRAME_HEADER_BYTES + seen.readUIntBE(0, 3);
        if (seen[3] === HEADERS_FRAME) {
          replies++;
          upstream.destroy();
          return client.destroy();
        }
        if (seen.length < length) return;
        client.write(seen.subarray(0, length));
        seen = seen.subarray(length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    replies: () => replies,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
