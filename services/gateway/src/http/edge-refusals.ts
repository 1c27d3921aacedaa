import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { errorBody } from './error-body.js';
import { HttpProblem } from './http-problem.js';
import { transferCodingUnknown } from './message-framing.js';
import type { OpenAnswers } from './open-answers.js';
import { endConnection } from './unread-body.js';

/** What never reaches a route, so that no hook and no filter sees it: refused here in the specified body (decisions 22, 41). */

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
export async function refuseBrokenHttp(error: ParserError, socket: Socket, answers: OpenAnswers): Promise<void> {
  endConnection(socket);
  await answers.written(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { problem, reason } = isContradiction(error) ? UNREADABLE : (PARSER_REFUSALS[error.code ?? ''] ?? UNREADABLE);
  const { headers, body } = answerOf(problem);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${reason}\r\n${head.join('')}\r\n${body}`, () => socket.destroy());
}

/** An address that cannot be decoded has no route whose policy could be asked. */
export function refuseBrokenAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = new HttpProblem(400, 'invalid_request', 'The address could not be read.');
  // No hook is passed, and nothing else limits the length of a body that nobody reads.
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length !== undefined || coding !== undefined) void reply.header('connection', 'close');
  void reply
    .status(problem.status)
    .header('x-request-id', request.id)
    .send(errorBody(problem, request.id, 'private'));
}

/** The connection is closed: what follows on it may be the body of the request that was not understood. */
function answerOf(problem: HttpProblem): { headers: Record<string, string>; body: string } {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(problem, requestId, 'private'));
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
