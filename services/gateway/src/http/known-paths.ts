import type { RouteOptions } from 'fastify';
import type { RoutePolicy } from './route-policy.js';

export interface KnownPath {
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
