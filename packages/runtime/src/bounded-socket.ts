import { Socket } from 'node:net';

/**
 * A socket on which nothing has been said for `limitMs` is destroyed. A node that is lost without a word would else hold the connection,
 * and who waits on it, for as long as TCP retransmits, about 15 minutes in which its successor already serves.
 */
export function boundedSocket(limitMs: number, isExempt: () => boolean): Socket {
  const socket = new Socket();
  return socket.setTimeout(limitMs, () => {
    if (!isExempt()) socket.destroy(new Error(`Connection terminated: silent for ${limitMs} ms`));
  });
}
