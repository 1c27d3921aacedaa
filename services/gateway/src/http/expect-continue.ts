import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { HttpProblem } from './http-problem.js';

/** Clients that wait for `100 Continue` before they send their body, each with where it is to be said. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();
/** Requests whose Expect header is another. */
const unmet = new WeakSet<IncomingMessage>();

/**
 * Node says 100 at once when nobody listens, and a stranger would send us 5 MB before he is refused; and it answers another Expect
 * with an empty 417 that no throttle counts.
 */
export function holdBackContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unmet.add(request);
    server.emit('request', request, response);
  });
}

/** Asks for the body that is about to be received. */
export function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}

export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** An Expect header other than 100-continue, which no server here can meet; its sender may wait with the body for ever. */
export function requireNoOtherExpectation(request: FastifyRequest, reply: FastifyReply): void {
  if (!unmet.has(request.raw)) return;
  void reply.header('connection', 'close');
  throw new HttpProblem(417, 'expectation_failed', 'The Expect header asks for something that this server cannot do.');
}
