import { Inject, Injectable, Optional } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';
import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';
import { LOGGER } from '@precis/runtime/foundation.module';
import { BILLING, type BillingRpc } from '../rpc-clients.js';

/** The longest time that the first request of an account waits for its plan. */
const ASK_LIMIT_MS = 300;
/** While billing answers, a bought or expired plan takes effect within this time. */
const FRESH_MS = 30_000;
/** After billing failed to answer for an account, it is asked again in the background after this time. */
const RETRY_MS = 5_000;
/** After a failure, no other request waits for billing for this long. While billing hangs, only few requests are delayed. */
const REST_AFTER_FAILURE_MS = 1_000;
const MAX_ACCOUNTS = 50_000;
const MAX_UNDER_WAY = 100;

interface Known {
  plan?: string;
  askAgainAtMs: number;
}

/**
 * The plan of an account, for its limit of requests per second (LIMIT-1). Only the first request of an account waits for billing. Later requests
 * use the last known plan, which is refreshed in the background. While billing does not answer, its last answer holds; without one, the ordinary
 * limit holds. An unknown plan never causes a refusal.
 */
@Injectable()
export class AccountPlans {
  /** Ordered by age, oldest answer first. */
  private readonly known = new Map<string, Known>();
  private readonly first = new Map<string, Promise<string | undefined>>();
  private underWay = 0;
  private restsUntilMs = -Infinity;

  /** `nowMs` reads a monotonic clock: a wall clock that is set back would keep an old plan. */
  constructor(
    @Inject(BILLING) private readonly billing: Pick<BillingRpc, 'getSubscription'>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() private readonly nowMs = () => performance.now(),
  ) {}

  /** The key of the running plan, or undefined when it is not known. Never rejects, and settles within 300 ms. */
  of(accountId: string): string | undefined | Promise<string | undefined> {
    const known = this.known.get(accountId);
    const nowMs = this.nowMs();
    if (known && nowMs < known.askAgainAtMs) return known.plan;
    const running = this.first.get(accountId);
    if (running) return running;
    if (this.underWay >= MAX_UNDER_WAY || nowMs < this.restsUntilMs) return known?.plan;
    if (known) {
      // Requests that arrive during the refresh must not ask as well.
      known.askAgainAtMs = nowMs + RETRY_MS;
      void this.ask(accountId, known.plan);
      return known.plan;
    }
    const asked = this.ask(accountId).finally(() => this.first.delete(accountId));
    this.first.set(accountId, asked);
    return asked;
  }

  private async ask(accountId: string, before?: string): Promise<string | undefined> {
    this.underWay++;
    try {
      const call = this.billing.getSubscription({ accountId }, { deadlineMs: ASK_LIMIT_MS });
      const { plan, isActive } = await within(
        ASK_LIMIT_MS,
        call,
        () => new Error(`no answer within ${ASK_LIMIT_MS} ms`),
      );
      // Billing still names a plan that has expired.
      return this.note(accountId, isActive ? plan : undefined, FRESH_MS);
    } catch (error) {
      // A refusal by billing concerns one account and says nothing about the others.
      if (!(error instanceof DomainError) || error.kind === 'unavailable')
        this.restsUntilMs = this.nowMs() + REST_AFTER_FAILURE_MS;
      this.logger.debug({ err: error }, 'a plan could not be read');
      return this.note(accountId, before, RETRY_MS);
    } finally {
      this.underWay--;
    }
  }

  private note(accountId: string, plan: string | undefined, forMs: number): string | undefined {
    this.known.delete(accountId);
    this.known.set(accountId, { plan, askAgainAtMs: this.nowMs() + forMs });
    if (this.known.size > MAX_ACCOUNTS) this.known.delete(this.known.keys().next().value!);
    return plan;
  }
}
