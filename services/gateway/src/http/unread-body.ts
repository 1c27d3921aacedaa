import { isCrumbled } from '@precis/runtime/small-chunks.rule';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { awaitsContinue } from './message-format.js';
import { contextOf } from './request-context.js';
import { BODY_LIMIT_BYTES, LONG_BODY_LIMIT_BYTES } from './route-policy.js';

/** How long, and how many bytes, a body may still arrive after its response: enough for clients that read only after they have sent everything. */
const LINGER_MS = 2_000;
const LINGER_BYTES = LONG_BODY_LIMIT_BYTES + 1_000_000;

/** Connections that have sent their last response, and requests that were answered before they were complete. More bytes of both may still arrive. */
const over = new WeakSet<Socket | IncomingMessage>();

/** Ends a connection for further requests, because no client would receive their responses. */
export function endConnection(socket: Socket): void {
  over.add(socket);
}

/**
 * Ends a request that was refused for its body. It must not be processed when the rest arrives: the client already has the refusal, and the work
 * would be charged.
 */
export function endRequest(request: IncomingMessage): void {
  over.add(request);
}

export function isRequestOver(request: IncomingMessage): boolean {
  return over.has(request);
}

/** Whether no client reads a response any more. */
export function isConnectionOver(socket: Socket): boolean {
  return socket.remoteAddress === undefined || over.has(socket);
}

/** Whether a response was given while the rest of the body is still arriving. */
export function isBodyLeft(request: FastifyRequest): boolean {
  const { raw, headers } = request;
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
  if (!hasBody || raw.complete || raw.destroyed || awaitsContinue(raw)) return false;
  return !raw.readableDidRead || contextOf(request).isBodyUnread === true;
}

/**
 * Whether a body may still arrive after the response. The next bytes could then be the body or a request, so the connection must be closed after the
 * response.
 */
export function mayBodyCome(request: FastifyRequest): boolean {
  return (
    contextOf(request).isBodyUnread === true ||
    isChunkedUnread(request) ||
    isLongBodyLeft(request) ||
    awaitsContinue(request.raw)
  );
}

/** Whether the rest of a chunked body is still to come. After the response, Node would read it without any limit on its chunks or their length. */
function isChunkedUnread(request: FastifyRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined && !request.raw.complete;
}

/** Whether the rest of a long body is left. Node would read it until the request's time is over, however long it claims to be. */
function isLongBodyLeft(request: FastifyRequest): boolean {
  return Number(request.headers['content-length']) > BODY_LIMIT_BYTES && isBodyLeft(request);
}

/**
 * Makes the response a stream that sends everything immediately and ends when the body has arrived or its time is over. The connection is closed at
 * the stream's end: closing it while the client still sends would lose the response.
 */
export function lingering(answer: string, { raw }: FastifyRequest): Readable {
  const stream = new Readable({ read: () => undefined });
  stream.push(answer);
  endConnection(raw.socket);
  const end = () => {
    clearTimeout(timer);
    stream.push(null);
  };
  const timer = setTimeout(end, LINGER_MS);
  let [chunks, bytes] = [0, 0];
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    // Its sender must wait until the connection ends. Small chunks would otherwise keep the event loop busy for as long.
    if (bytes > LINGER_BYTES || isCrumbled(++chunks, bytes)) raw.pause();
  });
  raw.once('end', end).once('close', end).on('error', end);
  return stream;
}

/**
 * Keeps the connection for a short body that still arrives after its response, and closes it when the body is not complete after 2 s. Without this
 * limit, a body that stops arriving would hold the connection for a minute.
 */
export function closeIfBodyIsLate({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), LINGER_MS).unref();
  raw.once('close', () => clearTimeout(timer));
}
