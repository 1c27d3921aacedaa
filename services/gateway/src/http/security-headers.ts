import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { policyOf, type RoutePolicy } from './route-policy.js';

/**
 * Headers that are safe for every response. Responses carry account data, so nobody may cache them. They are data, so a browser that opens one as a
 * page loads and runs nothing. Receipts, the web app's pages and those of the sandbox override these headers.
 */
const ALWAYS = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const ALLOWED_HEADERS =
  'authorization, content-type, idempotency-key, prefer, traceparent, x-api-key, x-client-name, x-request-id';
const EXPOSED_HEADERS =
  'idempotency-replayed, location, preference-applied, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id';
/** Seconds for which a browser may cache a preflight; a changed setting takes effect within this time. */
const PREFLIGHT_MAX_AGE = '600';

/**
 * Sets the security headers of every response (API-20), and CORS (API-21): any page may call the routes of an API key; all other routes only the
 * pages of CORS_ORIGINS. Credentials are never allowed: no cookie of ours is accepted on a call from another site.
 */
export class SecurityHeaders {
  private readonly ofAll: Record<string, string>;
  private readonly origins: Set<string>;

  constructor({ PUBLIC_URL: publicUrl, CORS_ORIGINS: origins }: Pick<GatewayConfig, 'PUBLIC_URL' | 'CORS_ORIGINS'>) {
    this.ofAll = publicUrl.startsWith('https:')
      ? { ...ALWAYS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : ALWAYS;
    this.origins = new Set(origins);
  }

  /** Runs before any refusal, so that a page can read refusals too. */
  write(request: FastifyRequest, reply: FastifyReply): void {
    void reply.headers(this.ofAll);
    if (!request.is404) this.share(policyOf(request), request, reply);
  }

  /** Sets CORS for an answer without a route: a preflight (OPTIONS), or a refusal that the page may read. */
  shareUnrouted(policies: Map<string, RoutePolicy>, request: FastifyRequest, reply: FastifyReply): void {
    const asked = request.headers['access-control-request-method'];
    const [first] = policies.values();
    const policy = (typeof asked === 'string' && policies.get(asked)) || first;
    if (!policy || !this.share(policy, request, reply) || request.method !== 'OPTIONS' || asked === undefined) return;
    void reply.headers({
      'access-control-allow-methods': [...policies.keys()].sort().join(', '),
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': PREFLIGHT_MAX_AGE,
    });
  }

  private share({ access }: RoutePolicy, request: FastifyRequest, reply: FastifyReply): boolean {
    const allowed = this.allowedOrigin(access, request.headers.origin);
    if (access !== 'api-key' && access !== 'either' && this.origins.size > 0) void reply.header('vary', 'origin');
    if (allowed === undefined) return false;
    void reply.headers({ 'access-control-allow-origin': allowed, 'access-control-expose-headers': EXPOSED_HEADERS });
    return true;
  }

  private allowedOrigin(access: RoutePolicy['access'], origin: string | undefined): string | undefined {
    if (access === 'api-key' || access === 'either') return '*';
    return origin !== undefined && this.origins.has(origin) ? origin : undefined;
  }
}
