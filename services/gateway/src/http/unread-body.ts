import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { awaitsContinue } from './message-format.js';
import { contextOf } from './request-context.js';
import { BODY_LIMIT_BYTES, LONG_BODY_LIMIT_BYTES } from './route-policy.js';

/** How long, and how much, a body may still come after its answer: enough for clients that read nothing before they have sent all. */
const LINGER_MS = 2_000;
const LINGER_BYTES = LONG_BODY_LIMIT_BYTES + 1_000_000;

/** Connections whose last answer is given, and requests that were answered before they were whole, though more may be read of them. */
const over = new WeakSet<Socket | IncomingMessage>();

/** Requests that begin on this connection from now on are not worked on: their answers would reach nobody. */
export function endConnection(socket: Socket): void {
  over.add(socket);
}

/** A request that is refused for its body must not be worked on when the rest comes: the work would be charged, for nobody. */
export function endRequest(request: IncomingMessage): void {
  over.add(request);
}

export function isRequestOver(request: IncomingMessage): boolean {
  return over.has(request);
}

/** Nobody is there for an answer. */
export function isConnectionOver(socket: Socket): boolean {
  return socket.remoteAddress === undefined || over.has(socket);
}

/** Answered before its body came, of which the rest is still coming. */
export function isBodyLeft(request: FastifyRequest): boolean {
  const { raw, headers } = request;
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
  if (!hasBody || raw.complete || raw.destroyed || awaitsContinue(raw)) return false;
  return !raw.readableDidRead || contextOf(request).isBodyUnread === true;
}

/**
 * The body may still come after the answer, or not: what comes next on the connection could be the body or a request, so the
 * connection must be closed after the answer.
 */
export function mayBodyCome(request: FastifyRequest): boolean {
  return (
    contextOf(request).isBodyUnread === true ||
    isChunkedUnread(request) ||
    isLongBodyLeft(request) ||
    awaitsContinue(request.raw)
  );
}

/** Where no route wanted the body, its chunks would be read on and on: nothing limits their number or length. */
function isChunkedUnread(request: FastifyRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined && !request.raw.complete;
}

/** Node would read what is left of it until the request's time is over, however long it is said to be. */
function isLongBodyLeft(request: FastifyRequest): boolean {
  return Number(request.headers['content-length']) > BODY_LIMIT_BYTES && isBodyLeft(request);
}

/**
 * The answer as a stream that gives all of it at once and ends when the body has come, or its time is over: the connection is closed
 * with the stream's end, and closing it under a client that still sends would cost that client the answer.
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
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    if ((bytes += chunk.length) > LINGER_BYTES) raw.pause();
  });
  raw.once('end', end).once('close', end).on('error', end);
  return stream;
}

/** A short body may come after its answer, and its connection stays; one that stands still would keep it for a minute. */
export function expectSoon({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), LINGER_MS).unref();
  raw.once('close', () => clearTimeout(timer));
}
