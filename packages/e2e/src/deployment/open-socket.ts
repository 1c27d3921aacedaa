import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A bare connection, for requests that an HTTP client refuses to send or cannot send fast enough. */
export function openSocket(url: string): Socket {
  const { protocol, hostname, port } = new URL(url);
  if (protocol === 'https:') return connectTls({ host: hostname, port: Number(port || 443), servername: hostname });
  return connect(Number(port || 80), hostname);
}
