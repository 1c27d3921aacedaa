import { openSocket } from '../deployment/open-socket.js';
import { sweep } from '../deployment/secrets-sweep.js';

const DEADLINE_MS = 10_000;

export interface RawAnswer {
  /** 0: the connection was closed without an answer. */
  status: number;
  head: string;
  body: string;
}

/** Sends bytes that no HTTP client would send, and reads until the answer is complete or the connection is closed. */
export function rawRequest(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(url);
    let received = '';
    const finish = () => {
      socket.destroy();
      const [head, ...rest] = received.split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      if (status >= 400) sweep.checkText(`a refusal with ${status}`, received);
      resolve({ status, head, body: rest.join('\r\n\r\n') });
    };
    socket.setTimeout(DEADLINE_MS, () => {
      socket.destroy();
      reject(new Error(`no answer within ${DEADLINE_MS} ms`));
    });
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (isWhole(received)) finish();
    });
    socket.on('close', finish);
    // A server may close the connection on malformed input while we still send; `close` follows.
    socket.on('error', () => undefined);
    socket.write(bytes, 'latin1' as never);
  });
}

/** Sends bytes and returns everything received until the other side closes the connection. */
export function rawExchange(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(url);
    let received = '';
    socket.setTimeout(DEADLINE_MS, () =>
      socket.destroy(new Error(`the connection was not closed within ${DEADLINE_MS} ms`)),
    );
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.write(bytes, 'latin1');
  });
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, end))?.[1];
  return length !== undefined && received.length >= end + 4 + Number(length);
}
