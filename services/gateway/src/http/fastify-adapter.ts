import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { GatewayConfig } from '../config.js';
import { errorBody, HttpProblem } from './http-problem.js';
import { transferCodingUnknown } from './message-format.js';
import { endConnection, endRequest } from './unread-body.js';

/** A client's own request id is kept when it is harmless in logs and headers (API-12). */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;

/** Fastify with explicit limits; those of bodies are each route's own (body-intake.ts). */
export function createAdapter(
  config: Pick<GatewayConfig, 'TRUSTED_PROXIES' | 'HEADERS_TIMEOUT_MS' | 'PUBLIC_URL'>,
): FastifyAdapter {
  const answers = new OpenAnswers();
  const adapter = new FastifyAdapter({
    trustProxy: config.TRUSTED_PROXIES.isEmpty ? false : (address: string) => config.TRUSTED_PROXIES.has(address),
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 500 },
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    // Node refuses a request without Host with an empty 400; hooks.ts refuses it in the specified body.
    // By itself Node looks for headers and requests that are late only every 30 s.
    http: {
      requireHostHeader: false,
      headersTimeout: config.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(1_000, config.HEADERS_TIMEOUT_MS),
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      void refuseBrokenHttp(error, socket, answers, config.PUBLIC_URL),
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      refuseBrokenAddress(request, reply, config.PUBLIC_URL),
    // Draining must not cut an answer that is being made; what comes later is refused by hooks.ts in the specified body.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  } as never);
  const { server } = adapter.getInstance() as { server: Server };
  answers.watch(server);
  return adapter;
}

// What never reaches a route, so that no hook and no filter sees it, is refused below in the specified body (API-10).

/** What the parser could not read, and the request line of its answer. */
const PARSER_REFUSALS: Record<string, { problem: HttpProblem; reason: string }> = {
  HPE_HEADER_OVERFLOW: {
    problem: new HttpProblem(431, 'headers_too_large', 'The request headers are too large.'),
    reason: 'Request Header Fields Too Large',
  },
  HPE_INVALID_TRANSFER_ENCODING: { problem: transferCodingUnknown(), reason: 'Not Implemented' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    problem: new HttpProblem(408, 'request_timeout', 'The request did not arrive in time.'),
    reason: 'Request Timeout',
  },
};
const UNREADABLE = {
  problem: new HttpProblem(400, 'invalid_request', 'The request could not be read.'),
  reason: 'Bad Request',
};

/** `reason` is the parser's own sentence. */
type ParserError = NodeJS.ErrnoException & { reason?: string };

/** A length beside a transfer coding, or none named: the parser has one code for these and for a coding that it does not know. */
function isContradiction({ code, reason = '' }: ParserError): boolean {
  return code === 'HPE_INVALID_TRANSFER_ENCODING' && /with Content-Length|Empty/.test(reason);
}

/** What is no HTTP: the parser's refusal, after the answers that the connection is still owed. */
async function refuseBrokenHttp(
  error: ParserError,
  socket: Socket,
  answers: OpenAnswers,
  publicUrl: string,
): Promise<void> {
  endConnection(socket);
  await answers.written(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { problem, reason } = isContradiction(error) ? UNREADABLE : (PARSER_REFUSALS[error.code ?? ''] ?? UNREADABLE);
  const { headers, body } = answerOf(problem, publicUrl);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${reason}\r\n${head.join('')}\r\n${body}`, () => socket.destroy());
}

/** An address that cannot be decoded has no route whose policy could be asked. */
function refuseBrokenAddress(request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  const problem = new HttpProblem(400, 'invalid_request', 'The address could not be read.');
  // No hook is passed, and nothing else limits the length of a body that nobody reads.
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length !== undefined || coding !== undefined) void reply.header('connection', 'close');
  void reply
    .status(problem.status)
    .header('x-request-id', request.id)
    .send(errorBody(problem, request.id, { api: 'private' }, publicUrl));
}

/** The connection is closed: what follows on it may be the body of the request that was not understood. */
function answerOf(problem: HttpProblem, publicUrl: string): { headers: Record<string, string>; body: string } {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(problem, requestId, { api: 'private' }, publicUrl));
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'x-request-id': requestId,
      connection: 'close',
    },
  };
}

/**
 * The answers still owed on each connection. With pipelining what cannot be read may follow a call that is being worked on: its
 * refusal must come after that call's answer, or the client takes it for that answer, and the charged one is lost.
 */
class OpenAnswers {
  private readonly owed = new WeakMap<Socket, Set<ServerResponse>>();

  watch(server: Server): void {
    server.on('request', ({ socket }, response) => {
      const open = this.owed.get(socket) ?? new Set();
      this.owed.set(socket, open.add(response));
      response.once('close', () => open.delete(response));
    });
  }

  /**
   * Settles when every answer owed to a whole request is written, or the connection is gone. A request that is not whole now is over: a
   * broken body never becomes whole, and a late one would be worked on after its refusal, since Node's parser reads on.
   */
  async written(socket: Socket): Promise<void> {
    const { whole = [], unfinished = [] } = Object.groupBy(this.owed.get(socket) ?? [], ({ req }) =>
      req.complete ? 'whole' : 'unfinished',
    );
    for (const { req } of unfinished) endRequest(req);
    await Promise.all(
      whole.map((response) => new Promise<void>((resolve) => void response.once('close', () => resolve()))),
    );
  }
}
