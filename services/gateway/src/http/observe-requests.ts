import { Injectable } from '@nestjs/common';
import { SpanKind, startSpan } from '@precis/runtime/tracing/start-span';
import { parseTraceparent } from '@precis/runtime/tracing/traceparent';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';
import { THROTTLE_NAMES } from '../throttle/throttle-limits.js';
import { routeOf } from './route-policy.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Machines probe these every second: they are measured but not traced. */
const PROBES = new Set(['/healthz', '/readyz']);
/** The provider whose webhooks come by this route. */
const PAYMENT_PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['/api/webhooks/stripe', 'stripe'],
  ['/api/webhooks/btcpay', 'btcpay'],
]);
/** What an answer says to a payment provider, by the class of its status. A provider sends again what was not accepted. */
const WEBHOOK_OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['2xx', 'accepted'],
  ['4xx', 'refused'],
  ['5xx', 'failed'],
]);

/**
 * Measures every exchange and runs it within a trace: the one of the client's `traceparent`, or a new one. Must be installed before all other hooks.
 */
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
    // Node emits it once, whether the response was sent completely or the client left.
    reply.raw.on('close', () => {
      const status = reply.raw.writableFinished ? reply.raw.statusCode : undefined;
      const answer = status ? `${Math.floor(status / 100)}xx` : 'aborted';
      metrics.seconds.observe({ route, method, status: answer }, (performance.now() - startedMs) / 1_000);
      metrics.paymentWebhook(route, answer);
      span?.end(status ? { 'http.response.status_code': status } : {}, status === undefined || status >= 500);
    });
    if (span) span.run(done);
    else done();
  });
}

/**
 * A route is named by its template. Unmatched paths and unusual methods are folded into one name each, so that no client can create labels (DATA-10).
 */
function namesOf(request: FastifyRequest): { route: string; method: string } {
  return {
    route: request.is404 ? 'unmatched' : (routeOf(request).url ?? 'unmatched'),
    method: METHODS.has(request.method) ? request.method : 'other',
  };
}

/** Records the gateway's metrics of its exchanges. No label value comes from a request: routes are templates, codes are our own. */
@Injectable()
export class RequestMetrics {
  readonly seconds: Histogram<'route' | 'method' | 'status'>;
  private readonly errors: Counter<'status' | 'code'>;
  private readonly throttled: Counter<'limit'>;
  private readonly decisions: Counter<'decision'>;
  private readonly connections: Counter;
  private readonly paymentWebhooks: Counter<'provider' | 'outcome'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.seconds = new Histogram({
      name: 'precis_http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer, by route template, method and class of status; aborted: the client left before.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    });
    this.errors = new Counter({
      name: 'precis_http_errors_total',
      help: 'Error answers by status and code, as in their bodies.',
      labelNames: ['status', 'code'],
      registers,
    });
    this.throttled = new Counter({
      name: 'precis_throttle_refusals_total',
      help: 'Requests refused with 429 throttled, by the limit that refused, as RateLimit-Policy names it: of an account, of an address, or of an IPv6 /48.',
      labelNames: ['limit'],
      registers,
    });
    this.decisions = new Counter({
      name: 'precis_throttle_decisions_total',
      help: 'Decisions of the throttle: allowed or refused. A request whose credential is new to this gateway has two: for its address, then for its account.',
      labelNames: ['decision'],
      registers,
    });
    this.connections = new Counter({
      name: 'precis_connections_refused_total',
      help: 'Connections reset because their address had too many open.',
      registers,
    });
    this.paymentWebhooks = new Counter({
      name: 'precis_payment_webhook_answers_total',
      help: 'Answers to webhooks of payment providers, by provider: accepted, refused (4xx), or failed (5xx).',
      labelNames: ['provider', 'outcome'],
      registers,
    });
    // From 0 on, because an alert looks at the increase: it would not see the first failure of a series that begins at 1.
    for (const provider of PAYMENT_PROVIDERS.values())
      for (const outcome of WEBHOOK_OUTCOMES.values()) this.paymentWebhooks.inc({ provider, outcome }, 0);
    for (const limit of THROTTLE_NAMES) this.throttled.inc({ limit }, 0);
    for (const decision of ['allowed', 'refused']) this.decisions.inc({ decision }, 0);
  }

  refused(status: number, code: string): void {
    this.errors.inc({ status: String(status), code });
  }

  connectionRefused(): void {
    this.connections.inc();
  }

  /** Counts the answer if the route is that of a payment provider. An aborted request has no answer. */
  paymentWebhook(route: string, answer: string): void {
    const provider = PAYMENT_PROVIDERS.get(route);
    const outcome = WEBHOOK_OUTCOMES.get(answer);
    if (provider !== undefined && outcome !== undefined) this.paymentWebhooks.inc({ provider, outcome });
  }

  /** `refusedBy` is the limit that the response names; undefined when the request was allowed. */
  throttle(refusedBy?: string): void {
    this.decisions.inc({ decision: refusedBy === undefined ? 'allowed' : 'refused' });
    if (refusedBy !== undefined) this.throttled.inc({ limit: refusedBy });
  }
}
