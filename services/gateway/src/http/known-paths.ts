import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { HttpProblem } from './http-problem.js';
import { contextOf } from './request-context.js';
import { answerAs, type RoutePolicy } from './route-policy.js';

interface KnownPath {
  segments: string[];
  /** Every method that has a route here. */
  methods: Set<string>;
  policy?: RoutePolicy;
}

/** The paths that have a route for some method: what Fastify answers with 404 may be one of them, asked with another method (405). */
export class KnownPaths {
  private readonly paths = new Map<string, KnownPath>();

  add({ url, method, config }: RouteOptions): void {
    const known = this.paths.get(url) ?? {
      segments: url.split('/'),
      methods: new Set(),
      policy: (config as { policy?: RoutePolicy } | undefined)?.policy,
    };
    for (const one of [method].flat()) known.methods.add(one);
    this.paths.set(url, known);
  }

  /** Of several that match, as /jobs/:id and /jobs/batch, all methods count. */
  find(url: string): KnownPath | undefined {
    const segments = url.split('?', 1)[0].split('/');
    const matching = [...this.paths.values()].filter((path) => matches(path.segments, segments));
    if (matching.length === 0) return undefined;
    return { ...matching[0], methods: new Set(matching.flatMap(({ methods }) => [...methods])) };
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

/** 404, or for a path that other methods have 405; OPTIONS asks just for those. */
export function answerUnrouted(request: FastifyRequest, reply: FastifyReply, paths: KnownPaths): FastifyReply {
  const known = paths.find(request.url);
  // Nobody waits for a body here, and one that stands still would keep its connection for a minute.
  if (Number(request.headers['content-length'] ?? 0) > 0) contextOf(request).isBodyUnread = true;
  if (!known) throw new HttpProblem(404, 'not_found', 'There is nothing at this address.');
  const allow = [...known.methods, 'OPTIONS'].sort().join(', ');
  if (request.method === 'OPTIONS') return reply.status(204).header('allow', allow).send();
  if (known.policy) answerAs(request, known.policy);
  throw new HttpProblem(405, 'method_not_allowed', `This address can be asked with: ${allow}.`, { headers: { allow } });
}
