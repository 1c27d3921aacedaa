import { Counter, Histogram, type Registry } from 'prom-client';
import { THROTTLE_NAMES } from '../throttle/throttle-limits.js';

/** What the gateway tells of its exchanges. No label comes from a request: routes are templates, codes are our own. */
export class RequestMetrics {
  readonly seconds: Histogram<'route' | 'method' | 'status'>;
  private readonly errors: Counter<'status' | 'code'>;
  private readonly throttled: Counter<'limit'>;
  private readonly connections: Counter;

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
      help: 'Requests refused with 429 throttled, by the limit that said no: key (account), address, register, login, and the last three of an IPv6 /48.',
      labelNames: ['limit'],
      registers,
    });
    this.connections = new Counter({
      name: 'precis_connections_refused_total',
      help: 'Connections reset because their address had too many open.',
      registers,
    });
    for (const limit of THROTTLE_NAMES) this.throttled.inc({ limit }, 0);
  }

  refused(status: number, code: string): void {
    this.errors.inc({ status: String(status), code });
  }

  connectionRefused(): void {
    this.connections.inc();
  }

  throttle(limit: string): void {
    this.throttled.inc({ limit });
  }
}
