import type { FastifyRequest } from 'fastify';

/** The error of an exchange, kept also when it happened after the head of a stream was sent. */
export interface NotedRefusal {
  status: number;
  code: string;
}

const refusals = new WeakMap<object, NotedRefusal>();

/** Notes the error of the exchange, for the record of the request (API-33). */
export function noteRefusal(request: FastifyRequest, refusal: NotedRefusal): void {
  refusals.set(request.raw, refusal);
}

/** Returns the error of the exchange; undefined when it was not refused. */
export function notedRefusal(request: FastifyRequest): NotedRefusal | undefined {
  return refusals.get(request.raw);
}
