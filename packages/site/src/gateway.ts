import { docsUrl, type ErrorCode } from '@precis/error-codes/error-codes';
import { CONNECTION_HEADERS } from '@precis/runtime/connection-headers';
import { framingFaultOf } from '@precis/runtime/framing-fault';
import { keptConnections } from '@precis/runtime/leave-connections';
import type { Logger } from '@precis/runtime/logger';
import { isCrumbled } from '@precis/runtime/small-chunks.rule';
import { randomUUID } from 'node:crypto';
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';

const OF_GATEWAY = /^\/(?:api|mcp|healthz|readyz)(?:[/?]|$)/;
/** Mail programs post to the address of the page in the mail (API-22). */
const POSTED = /^\/unsubscribe(?:\?|$)/;

/**
 * Whether a request is for the gateway: the API, the MCP server, public probes, or an unsubscribing mail program. All other requests are for the
 * site.
 */
export const isOfGateway = ({ method, url = '' }: IncomingMessage): boolean =>
  OF_GATEWAY.test(url) || (method === 'POST' && POSTED.test(url));

/** Longer than the minute after which the gateway itself ends slow requests. */
const SILENCE_LIMIT_MS = 90_000;

/**
 * Forwarded even if the client's Connection header names them. Without its length, a body would be read as the next request (request smuggling).
 * Without the addresses of earlier proxies, a client could choose the address it is throttled by.
 */
const NEVER_OF_CONNECTION = new Set([
  'host',
  'content-length',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
]);

/** Forwards calls to the gateway unchanged, with bodies and answers as streams, and never twice. */
export class Gateway {
  private readonly agent = keptConnections();
  private readonly origin: URL;

  constructor(
    url: string,
    private readonly logger: Logger,
    private readonly publicUrl: string,
  ) {
    this.origin = new URL(url);
  }

  /** With `awaitsContinue` the client holds back its body until the gateway asks for it with `100 Continue`. */
  pass(request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void {
    const fault = framingFaultOf(request);
    if (fault) return this.refuse(request, response, fault);
    let isHeldBack = awaitsContinue && hasBody(request);
    if (awaitsContinue && !isHeldBack) response.writeContinue();
    const passed = send({
      host: this.origin.hostname.replace(/^\[|\]$/g, ''),
      port: this.origin.port || 80,
      agent: this.agent,
      method: request.method,
      path: request.url,
      headers: { ...forwarded(request), ...(isHeldBack && { expect: '100-continue' }) },
      timeout: SILENCE_LIMIT_MS,
    });
    passed.on('continue', () => {
      isHeldBack = false;
      response.writeContinue();
    });
    passed.on('response', (answer) => {
      // The next bytes of a client that was not asked for its body could be the body or a request.
      const ending = isHeldBack && !request.complete && { connection: 'close' };
      response.writeHead(answer.statusCode!, { ...endToEnd(answer.headers), ...ending });
      answer.on('error', () => response.destroy());
      answer.on('end', () => request.complete || discardRest(request, passed));
      answer.pipe(response);
    });
    passed.on('timeout', () => passed.destroy(new Error('the gateway sent nothing for too long')));
    passed.on('error', (error) => this.lost(error, request, response));
    request.on('error', () => passed.destroy());
    // The gateway ends work for a client that has left.
    response.on('close', () => response.writableFinished || passed.destroy());
    if (!hasBody(request)) return void passed.end();
    endWhenCrumbled(request);
    // The gateway counts the request, and may refuse it, before its body comes.
    passed.flushHeaders();
    request.pipe(passed);
  }

  close(): void {
    this.agent.destroy();
  }

  /** The gateway did not answer, or its answer broke off. */
  private lost(error: Error, request: IncomingMessage, response: ServerResponse): void {
    // The gateway may close its connection after a complete answer, while a body that it refused is still arriving here.
    if (response.writableEnded) return;
    if (response.headersSent || response.destroyed) return void response.destroy();
    this.refuse(request, response, { status: 503, code: 'unavailable', message: 'Please try again.', err: error });
  }

  /** Answers in the form of the API's own errors (API-10). */
  private refuse(request: IncomingMessage, response: ServerResponse, { status, code, message, err }: Refusal): void {
    const requestId = randomUUID();
    this.logger.warn({ err, requestId, status, code }, err ? 'the gateway did not answer' : 'a call was refused');
    const body = {
      error: message,
      status_code: status,
      code,
      request_id: requestId,
      docs_url: docsUrl(this.publicUrl, code),
    };
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 503 && { 'retry-after': '1' }),
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      // A part of the body may still be arriving.
      connection: 'close',
    });
    response.end(JSON.stringify({ success: false, ...body }));
    request.resume();
  }
}

interface Refusal {
  status: number;
  code: ErrorCode;
  message: string;
  err?: Error;
}

/**
 * Ends the connection of a body in very small chunks, also of one whose rest is only dropped. The limit is twice the gateway's, so that the gateway
 * refuses such a body first, with an answer.
 */
function endWhenCrumbled(request: IncomingMessage): void {
  let [chunks, bytes] = [0, 0];
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (isCrumbled(++chunks / 2, bytes)) request.socket.destroy();
  });
}

/** How long a refused body may still arrive. */
const REST_LIMIT_MS = 2_000;

/**
 * Reads and drops the rest of a body that the gateway refused before it had arrived. Otherwise the next request on the connection could not be read.
 * The connection to the gateway ends, because the gateway would wait on it for the rest of the body.
 */
function discardRest(request: IncomingMessage, passed: ClientRequest): void {
  request.unpipe(passed);
  passed.destroy();
  request.resume();
  const timer = setTimeout(() => request.complete || request.socket.destroy(), REST_LIMIT_MS).unref();
  request.once('close', () => clearTimeout(timer));
}

/** The client's headers, with its address appended to those that earlier proxies added. */
function forwarded(request: IncomingMessage): IncomingHttpHeaders {
  const headers = endToEnd(request.headers);
  const before = headers['x-forwarded-for'];
  const address = request.socket.remoteAddress ?? '';
  headers['x-forwarded-for'] = before === undefined ? address : `${String(before)}, ${address}`;
  // A body without a length arrives in chunks, and is forwarded in chunks.
  if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked';
  return headers;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const left = new Set([...CONNECTION_HEADERS, ...named.filter((name) => !NEVER_OF_CONNECTION.has(name))]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)));
}
