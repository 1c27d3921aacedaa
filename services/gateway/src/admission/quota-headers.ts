import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LimitState } from '../http/http-problem.js';
import { contextOf } from '../http/request-context.js';
import { OPERATIONS, type UsageOperations } from '../rpc-clients.js';
import { quotaOf } from './call-facts.js';

const NO_CALL = '';
/** The longest time that an answer waits for its headers. Usage may ask billing first, for which it waits up to 300 ms. */
const PEEK_LIMIT_MS = 500;

/**
 * Sends the monthly quota as X-RateLimit-* on every authenticated answer except a throttled one, and omits it while usage is unavailable (API-13).
 */
@Injectable()
export class QuotaHeaders {
  constructor(@Inject(OPERATIONS) private readonly usage: UsageOperations) {}

  /** Returns a promise only when usage must be asked. A charged call knows its quota already. */
  write(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const context = contextOf(request);
    if (!context.principal || context.throttled) return undefined;
    // An answer that fails before it was sent passes here again, and must not ask again.
    if (!context.quota)
      return (context.peekedQuota ??= this.peek(context.principal.accountId)).then((quota) => name(quota, reply));
    name(context.quota, reply);
    return undefined;
  }

  private async peek(accountId: string): Promise<LimitState | undefined> {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PEEK_LIMIT_MS, undefined).unref());
    const peeked = this.usage
      .ask({ accountId, callId: NO_CALL, operation: { $case: 'peek', value: {} } })
      .catch(() => undefined);
    const outcome = await Promise.race([peeked, late]);
    return outcome && quotaOf(outcome);
  }
}

function name(quota: LimitState | undefined, reply: FastifyReply): void {
  if (!quota) return;
  void reply.header('x-ratelimit-limit', quota.limit);
  void reply.header('x-ratelimit-remaining', quota.remaining);
  void reply.header('x-ratelimit-reset', quota.resetAtSeconds);
}
