import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { errorBody } from './error-body.js';
import { HttpProblem } from './http-problem.js';
import { LONG_BODY_LIMIT_BYTES } from './route-policy.js';

/** A client's own request id is kept when it is harmless in logs and headers. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;

/** Fastify with explicit limits; the hard body limit is the largest of any route, each route's own is checked at the door. */
export function createAdapter(trustedProxies: string): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: LONG_BODY_LIMIT_BYTES,
    trustProxy: trustedProxies === '' ? false : trustedProxies,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 500 },
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    clientErrorHandler: refuseBrokenHttp,
    frameworkErrors: refuseBrokenAddress,
    // Draining must not cut an answer that is being made.
    forceCloseConnections: 'idle',
  } as never);
}

/** What is no HTTP never reaches a route: the parser's refusal is put into the specified body here. */
function refuseBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const problem = tooLong ? new HttpProblem(431, 'headers_too_large', 'The request headers are too large.') : new HttpProblem(400, 'invalid_request', 'The request could not be read.');
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(problem, requestId, 'private'));
  const head = [
    `HTTP/1.1 ${problem.status} ${tooLong ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** An address that cannot be decoded has no route whose policy could be asked. */
function refuseBrokenAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = new HttpProblem(400, 'invalid_request', 'The address could not be read.');
  void reply.status(problem.status).header('x-request-id', request.id).send(errorBody(problem, request.id, 'private'));
}
