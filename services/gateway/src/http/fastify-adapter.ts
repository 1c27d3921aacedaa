import { FastifyAdapter } from '@nestjs/platform-fastify';
import { UNKNOWN_CODING } from '@precis/runtime/framing-fault';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { GatewayConfig } from '../config.js';
import { errorBody, HttpProblem } from './http-problem.js';
import { routeUnreadable } from './message-format.js';
import { endConnection, endRequest } from './unread-body.js';

/** A client's own request id is kept when it is safe in logs and headers (API-12). */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;

/**
 * Ends a connection on which nothing is sent or received for this time, such as that of a client that does not read its answer, which would stay in
 * memory. A call waits at most 58 s for its work, one that is passed on to the MCP server 75 s, and streams send something at least every 15 s.
 */
const SILENCE_LIMIT_MS = 90_000;

/** Creates Fastify with explicit limits. Each route has its own limit for bodies (body-intake.ts). */
export function createAdapter(
  config: Pick<GatewayConfig, 'TRUSTED_PROXIES' | 'HEADERS_TIMEOUT_MS' | 'PUBLIC_URL'>,
): FastifyAdapter {
  const answers = new OpenAnswers();
  const adapter = new FastifyAdapter({
    trustProxy: config.TRUSTED_PROXIES.isEmpty ? false : (address: string) => config.TRUSTED_PROXIES.has(address),
    // The gateway has no Nest middleware. Hooks do its work, and run for every request.
    skipMiddie: true,
    requestTimeout: 60_000,
    connectionTimeout: SILENCE_LIMIT_MS,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 500 },
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUIDv7();
    },
    // Node answers a request without Host with an empty 400, so hooks.ts refuses it with the specified body instead.
    // By default Node looks for late headers and requests only every 30 s.
    http: {
      requireHostHeader: false,
      headersTimeout: config.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(1_000, config.HEADERS_TIMEOUT_MS),
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      void refuseBrokenHttp(error, socket, answers, config.PUBLIC_URL),
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) => routeUnreadable(request, reply),
    // Draining must not cut a response in progress. Later requests are refused by hooks.ts with the specified body.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  } as never);
  const { server } = adapter.getInstance() as { server: Server };
  answers.watch(server);
  return adapter;
}

// A request that is not valid HTTP reaches no hook and no filter. The code below refuses it with the specified body (API-10).

const codingUnknown = new HttpProblem(UNKNOWN_CODING.status, UNKNOWN_CODING.code, UNKNOWN_CODING.message);

/** What the parser could not read, with the status line of the response. */
const PARSER_REFUSALS: Record<string, { problem: HttpProblem; reason: string }> = {
  HPE_HEADER_OVERFLOW: {
    problem: new HttpProblem(431, 'headers_too_large', 'The request headers are too large.'),
    reason: 'Request Header Fields Too Large',
  },
  HPE_INVALID_TRANSFER_ENCODING: { problem: codingUnknown, reason: 'Not Implemented' },
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

/** The parser has one code for a length together with a transfer coding, for a missing length, and for an unknown coding. */
function isContradiction({ code, reason = '' }: ParserError): boolean {
  return code === 'HPE_INVALID_TRANSFER_ENCODING' && /with Content-Length|Empty/.test(reason);
}

/** Answers a request that is not valid HTTP, after all responses that the connection is still owed. */
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

/** Closes the connection: the next bytes on it may be the body of the request that was not understood. */
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
 * Tracks the responses still owed on each connection. With pipelining, malformed bytes may follow a call in progress. Their refusal must come after
 * that call's response. Otherwise the client takes it for that response, and loses the charged one.
 */
class OpenAnswers {
  /** Arrays, because a Set would be copied every few responses (see bag.ts). */
  private readonly owed = new WeakMap<Socket, ServerResponse[]>();

  watch(server: Server): void {
    server.on('request', ({ socket }, response) => {
      let open = this.owed.get(socket);
      if (open) open.push(response);
      else this.owed.set(socket, (open = [response]));
      response.once('close', () => open.splice(open.indexOf(response), 1));
    });
  }

  /**
   * Settles when every response to a complete request is written, or the connection is closed. An incomplete request is dropped: a broken body never
   * becomes complete, and a late one would be processed after its refusal, because Node's parser reads on.
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
