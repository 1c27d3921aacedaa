import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem } from '../http/http-problem.js';
import { contextOf } from '../http/request-context.js';
import { decisionOf } from './gcra.rule.js';
import { MemoryThrottleStore } from './memory-throttle.store.js';
import { limitFor, type ThrottleLimits, type ThrottleName } from './throttle-limits.js';
import type { ThrottleStore } from './throttle-store.js';

/** Requests per second by address and by key: refuses with 429 `throttled`, the IETF RateLimit fields and Retry-After. */
@Injectable()
export class Throttle {
  constructor(
    private readonly limits: ThrottleLimits,
    private readonly store: ThrottleStore = new MemoryThrottleStore(),
    /** Told of each refused request, with the limit that it is told of. */
    private readonly onRefusal: (name: ThrottleName) => void = () => undefined,
  ) {}

  start(): void {
    this.store.start?.();
  }

  stop(): void {
    this.store.stop?.();
  }

  /** All limits of one subject in one step. */
  async check(names: ThrottleName[], subject: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // In braces is what a Redis cluster places keys by: those of one call must lie together.
    const demands = names.map((name) => ({ key: `throttle:{${subject}}:${name}`, limit: limitFor(this.limits, name, request.ip) }));
    const { allowed, aheadMs } = await this.store.take(demands);
    const decisions = demands.map(({ limit }, index) => ({ name: names[index], limit, ...decisionOf(limit, allowed, aheadMs[index]) }));
    // Of several that refuse, the one that will do so longest: after any shorter time the client would be refused again.
    const told = allowed ? decisions.find(({ name }) => name === 'key') : decisions.reduce((one, other) => (other.retryAfterMs > one.retryAfterMs ? other : one));
    if (!told) return;
    const { name, limit, remaining, retryAfterMs, resetAfterMs } = told;
    void reply.header('ratelimit-policy', `"${name}";q=${limit.burst};w=${Math.ceil(limit.burst / limit.ratePerSecond)}`);
    void reply.header('ratelimit', `"${name}";r=${remaining};t=${Math.ceil(resetAfterMs / 1000)}`);
    if (allowed) return;
    this.onRefusal(name);
    contextOf(request).throttled = true;
    throw new HttpProblem(429, 'throttled', 'Too many requests. Please slow down.', {
      retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
      limit: { limit: limit.burst, remaining: 0, resetAtSeconds: Math.ceil((Date.now() + retryAfterMs) / 1000) },
    });
  }
}
