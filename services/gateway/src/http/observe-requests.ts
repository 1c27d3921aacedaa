import { SpanKind, startSpan } from '@precis/runtime/tracing/start-span';
import { parseTraceparent } from '@precis/runtime/tracing/traceparent';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestMetrics } from './request-metrics.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Asked every second by machines: measured, but no trace begins. */
const PROBES = new Set(['/healthz', '/readyz']);

/** Times every exchange and works on it within a trace: the one that the client's `traceparent` names, else a new one. Comes before all other hooks. */
export function observeRequests(fastify: FastifyInstance, metrics: RequestMetrics): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const startedMs = performance.now();
    const { route, method } = namesOf(request);
    const span = PROBES.has(route)
      ? undefined
      : startSpan({
          service: 'gateway',
          name: `${method} ${route}`,
          kind: SpanKind.SERVER,
          parent: parseTraceparent(request.headers.traceparent),
          attributes: { 'http.request.method': method, 'http.route': route },
          atTheDoor: true,
        });
    // Comes once, whether the answer was taken to its end or the client left.
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? reply.raw.statusCode : undefined;
      metrics.seconds.observe(
        { route, method, status: status ? `${Math.floor(status / 100)}xx` : 'aborted' },
        (performance.now() - startedMs) / 1_000,
      );
      span?.end(status ? { 'http.response.status_code': status } : {}, status === undefined || status >= 500);
    });
    if (span) span.run(done);
    else done();
  });
}

/** A route is its template; what matches none, and methods that nobody uses, fold into one each, so that a stranger cannot invent labels. */
function namesOf(request: FastifyRequest): { route: string; method: string } {
  return {
    route: request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched'),
    method: METHODS.has(request.method) ? request.method : 'other',
  };
}
