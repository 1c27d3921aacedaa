import { Inject, Injectable, Optional } from '@nestjs/common';
import { DomainError } from '@precis/runtime/domain-error';
import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';
import { LOGGER } from '@precis/runtime/foundation.module';
import { BILLING, type BillingRpc } from '../rpc-clients.js';

/** All that the first request of an account may wait for its plan. */
const ASK_LIMIT_MS = 300;
/** A plan bought or run out counts after this at the latest, while billing answers. */
const FRESH_MS = 30_000;
/** An account of which billing said nothing is asked about again, beside a request, after this. */
const RETRY_MS = 5_000;
/** After a failure nobody else waits for this long: while billing hangs, only few requests do. */
const REST_AFTER_FAILURE_MS = 1_000;
const MAX_ACCOUNTS = 50_000;
const MAX_UNDER_WAY = 100;

interface Known {
  plan?: string;
  askAgainAtMs: number;
}

/**
 * Which plan an account is on, for its limit of requests per second (LIMIT-1). Only the first request of an account waits for billing; later
 * ones count by what was said last while it is asked again beside them. While billing does not answer, its last answer holds;
 * without one the ordinary limit holds. A plan that is not known never causes a refusal.
 */
@Injectable()
export class AccountPlans {
  /** Oldest answer first. */
  private readonly known = new Map<string, Known>();
  private readonly first = new Map<string, Promise<string | undefined>>();
  private underWay = 0;
  private restsUntilMs = -Infinity;

  /** `nowMs` is a steady clock: a wall clock that is set back must not keep an old plan. */
  constructor(
    @Inject(BILLING) private readonly billing: Pick<BillingRpc, 'getSubscription'>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() private readonly nowMs = () => performance.now(),
  ) {}

  /** The key of the running plan; undefined when it is not known. Never rejects, and settles within 300 ms. */
  of(accountId: string): string | undefined | Promise<string | undefined> {
    const known = this.known.get(accountId);
    const nowMs = this.nowMs();
    if (known && nowMs < known.askAgainAtMs) return known.plan;
    const running = this.first.get(accountId);
    if (running) return running;
    if (this.underWay >= MAX_UNDER_WAY || nowMs < this.restsUntilMs) return known?.plan;
    if (known) {
      // Others come meanwhile and must not ask as well.
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
      // One that ran out keeps its name.
      return this.note(accountId, isActive ? plan : undefined, FRESH_MS);
    } catch (error) {
      // What billing refused to say of one account says nothing of the others.
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
