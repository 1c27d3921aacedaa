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

/** A demand and the name by which answers name it. */
export interface NamedDemand extends Demand {
  name: ThrottleName;
}

/** Requests per second by address and by account: refuses with 429 `throttled`, the IETF RateLimit fields and Retry-After (LIMIT-4). */
export class Throttle {
  constructor(
    private readonly limits: ThrottleLimits,
    private readonly store: ThrottleStore,
    /** Called at each decision; of a refusal with the limit that the answer names. */
    private readonly onDecision: (refusedBy?: ThrottleName) => void,
  ) {}

  start(): void {
    this.store.start?.();
  }

  stop(): void {
    this.store.stop?.();
  }

  /**
   * Before the credential is known: every limit at each level of the address, in one step. Answers what `checkAccount` may give back:
   * the general limit alone, since those of a route are for whoever calls it, with a credential or without (LIMIT-10).
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
   * The credential is valid: its account is what counts, and `taken` goes back to the address in the same step. So people behind one
   * address are bound by their keys alone, also while one of them is refused. `names`: the route's own limits.
   */
  async checkAccount(
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
    await this.take(demands, taken, request, reply);
  }

  private async take(
    demands: NamedDemand[],
    returns: Demand[],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { allowed, aheadMs } = await this.store.take(demands, returns);
    const decisions = demands.map(({ name, limit }, index) => ({
      name,
      limit,
      ...decisionOf(limit, allowed, aheadMs[index]),
    }));
    // Of several that refuse, the one that will do so longest: after any shorter time the client would be refused again.
    const named = allowed
      ? decisions.find(({ name }) => name === 'key')
      : decisions.reduce((one, other) => (other.retryAfterMs > one.retryAfterMs ? other : one));
    if (allowed) this.onDecision();
    if (!named) return;
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
