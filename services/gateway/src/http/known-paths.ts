import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { HttpProblem } from './http-problem.js';
import { contextOf } from './request-context.js';
import { answerAs, type RoutePolicy } from './route-policy.js';
import type { SecurityHeaders } from './security-headers.js';

interface KnownPath {
  segments: string[];
  /** Every method that has a route at this path. */
  methods: Set<string>;
  /** The policy of each method that declares one. */
  policies: Map<string, RoutePolicy>;
}

/** The paths that have a route for some method. Fastify answers 404 also for a known path with an unknown method, which must be 405. */
export class KnownPaths {
  private readonly paths = new Map<string, KnownPath>();

  add({ url, method, config }: RouteOptions): void {
    const known = this.paths.get(url) ?? {
      segments: url.split('/'),
      methods: new Set(),
      policies: new Map<string, RoutePolicy>(),
    };
    const policy = (config as { policy?: RoutePolicy } | undefined)?.policy;
    for (const one of [method].flat()) {
      known.methods.add(one);
      if (policy) known.policies.set(one, policy);
    }
    this.paths.set(url, known);
  }

  /** Returns the path that matches. When several match, as /x/:id and /x/y would, it has the methods of all. */
  find(url: string): KnownPath | undefined {
    const segments = url.split('?', 1)[0].split('/');
    const matching = [...this.paths.values()].filter((path) => matches(path.segments, segments));
    if (matching.length === 0) return undefined;
    return {
      segments: matching[0].segments,
      methods: new Set(matching.flatMap(({ methods }) => [...methods])),
      policies: new Map(matching.flatMap(({ policies }) => [...policies])),
    };
  }
}

function matches(pattern: string[], segments: string[]): boolean {
  if (pattern.at(-1) === '*')
    return segments.length >= pattern.length && matches(pattern.slice(0, -1), segments.slice(0, pattern.length - 1));
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === decoded(segments[index])))
  );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Answers a browser that asks for a page that does not exist. Returns undefined for any other caller. */
export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/**
 * Answers 404, or 405 when the path has other methods. OPTIONS lists the methods, and a preflight asks whether another site's page may call (API-21).
 */
export function answerUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  paths: KnownPaths,
  securityHeaders: SecurityHeaders,
  notFoundPage?: NotFoundPage,
): FastifyReply {
  const known = paths.find(request.url);
  // No route waits for a body here, and a body that stops arriving would hold its connection for a minute.
  if (Number(request.headers['content-length'] ?? 0) > 0) contextOf(request).isBodyUnread = true;
  if (!known) {
    // Paths of the API are always answered in the API's format.
    const page = request.url.startsWith('/api/') ? undefined : notFoundPage?.(request, reply);
    if (page) return page;
    throw new HttpProblem(404, 'not_found', 'There is nothing at this address.');
  }
  securityHeaders.shareUnrouted(known.policies, request, reply);
  const allow = [...known.methods, 'OPTIONS'].sort().join(', ');
  if (request.method === 'OPTIONS') return reply.status(204).header('allow', allow).send();
  const [policy] = known.policies.values();
  if (policy) answerAs(request, policy);
  throw new HttpProblem(405, 'method_not_allowed', `This address allows only these methods: ${allow}.`, {
    headers: { allow },
  });
}
