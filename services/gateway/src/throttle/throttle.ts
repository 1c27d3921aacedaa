import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem } from '../http/http-problem.js';
import { contextOf } from '../http/request-context.js';
import { decisionOf } from './gcra.rule.js';
import type { Demand, ThrottleStore } from './throttle-store.js';
import {
  type AccountLimitName,
  type AddressLimitName,
  keyLimitOf,
  limitFrom,
  type ThrottleLimits,
  type ThrottleName,
  times,
} from './throttle-limits.js';

/** A demand with its name in answers. */
export interface NamedDemand extends Demand {
  name: ThrottleName;
}

/** Limits requests per second by address and by account. Refuses with 429 `throttled`, the IETF RateLimit fields and Retry-After (LIMIT-4). */
export class Throttle {
  constructor(
    private readonly limits: ThrottleLimits,
    private readonly store: ThrottleStore,
    /** Called at each decision; for a refusal, with the limit that the answer names. */
    private readonly onDecision: (refusedBy?: ThrottleName) => void,
  ) {}

  start(): void {
    this.store.start?.();
  }

  stop(): void {
    this.store.stop?.();
  }

  /**
   * Counts a request before its credential is known, against every limit at each level of the address, in one step. Returns the demands that
   * `checkAccount` may give back. These are the general limits alone: a route's own limits also count callers with a credential (LIMIT-10).
   */
  async checkAddress(
    names: AddressLimitName[],
    levels: string[],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<NamedDemand[]> {
    const demands = names.flatMap((name) => {
      const limit = limitFrom(this.limits, this.limits[name], request.ip);
      return levels.map((subject, level): NamedDemand => {
        const key = `throttle:${name}:${subject}`;
        return level === 0
          ? { name, key, limit }
          : { name: `${name}/48`, key, limit: times(limit, this.limits.networkFactor) };
      });
    });
    await this.take(demands, [], request, reply);
    return demands.filter(({ name }) => name === 'address' || name === 'address/48');
  }

  /**
   * Counts a request with a valid credential against its account, and gives `taken` back to the address in the same step. So people who share an
   * address are limited only by their own accounts, even while one of them is refused. `names`: the route's own limits.
   */
  checkAccount(
    account: { id: string; plan?: string },
    names: AccountLimitName[],
    taken: Demand[],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const demands = (['key', ...names] as const).map((name): NamedDemand => {
      const limit = name === 'key' ? keyLimitOf(this.limits, account.plan) : this.limits[name];
      return { name, key: `throttle:${name}:${account.id}`, limit: limitFrom(this.limits, limit, request.ip) };
    });
    return this.take(demands, taken, request, reply);
  }

  private async take(
    demands: NamedDemand[],
    returns: Demand[],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { allowed, aheadMs } = await this.store.take(demands, returns);
    if (allowed) this.onDecision();
    const decided = (index: number) => ({
      ...demands[index],
      ...decisionOf(demands[index].limit, allowed, aheadMs[index]),
    });
    const own = demands.findIndex(({ name }) => name === 'key');
    if (allowed && own < 0) return;
    // Of several limits that refuse, name the one that refuses longest: after any shorter wait the client would be refused again.
    const named = allowed
      ? decided(own)
      : demands
          .map((_, index) => decided(index))
          .reduce((one, other) => (other.retryAfterMs > one.retryAfterMs ? other : one));
    const { name, limit, remaining, retryAfterMs, resetAfterMs } = named;
    void reply.header(
      'ratelimit-policy',
      `"${name}";q=${limit.burst};w=${Math.ceil(limit.burst / limit.ratePerSecond)}`,
    );
    void reply.header('ratelimit', `"${name}";r=${remaining};t=${Math.ceil(resetAfterMs / 1000)}`);
    if (allowed) return;
    this.onDecision(name);
    contextOf(request).throttled = true;
    throw new HttpProblem(429, 'throttled', 'Too many requests. Please slow down.', {
      retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
      limit: { limit: limit.burst, remaining: 0, resetAtSeconds: Math.ceil((Date.now() + retryAfterMs) / 1000) },
    });
  }
}
