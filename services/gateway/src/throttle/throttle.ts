import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem } from '../http/http-problem.js';
import { contextOf } from '../http/request-context.js';
import { MemoryThrottleStore } from './memory-throttle.store.js';
import { limitFor, type ThrottleLimits, type ThrottleName } from './throttle-limits.js';

/** Requests per second by address and by key: refuses with 429 `throttled`, the IETF RateLimit fields and Retry-After. */
@Injectable()
export class Throttle {
  private readonly store = new MemoryThrottleStore();

  constructor(private readonly limits: ThrottleLimits) {}

  check(name: ThrottleName, subject: string, request: FastifyRequest, reply: FastifyReply): void {
    const limit = limitFor(this.limits, name, request.ip);
    const now = Date.now();
    const decision = this.store.take(`${name}:${subject}`, limit, performance.now());
    if (name === 'key' || !decision.allowed) {
      void reply.header('ratelimit-policy', `"${name}";q=${limit.burst};w=${Math.ceil(limit.burst / limit.ratePerSecond)}`);
      void reply.header('ratelimit', `"${name}";r=${decision.remaining};t=${Math.ceil(decision.resetAfterMs / 1000)}`);
    }
    if (decision.allowed) return;
    contextOf(request).throttled = true;
    throw new HttpProblem(429, 'throttled', 'Too many requests. Please slow down.', {
      retryAfterSeconds: Math.max(1, Math.ceil(decision.retryAfterMs / 1000)),
      limit: { limit: limit.burst, remaining: 0, resetAtSeconds: Math.ceil((now + decision.retryAfterMs) / 1000) },
    });
  }
}
