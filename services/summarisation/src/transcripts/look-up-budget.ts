import { Bulkhead, type BulkheadLimits } from '@precis/runtime/bulkhead';
import { DomainError } from '@precis/runtime/domain-error';

/** Places for look-ups at the source. `timeoutMs` limits one look-up, including its wait for a place. */
export class LookUpSlots extends Bulkhead {
  constructor(
    limits: BulkheadLimits,
    readonly timeoutMs: number,
  ) {
    super(limits);
  }
}

export interface LookUpBudgetLimits {
  /** Look-ups that an account regains each minute. */
  perMinute: number;
  /** Look-ups that an account with a full budget may make at once. */
  burst: number;
}

/** Accounts in memory. An account with a full budget is dropped; above this number, the one that has been inactive longest is dropped too. */
const MOST_ACCOUNTS = 20_000;

/**
 * Limits the uncharged look-ups of an account (LIMIT-9). Each look-up takes a unit, and one that ends in a charge gives two back. So an account
 * that summarises what it looks up never reaches the limit, and random ids soon do. Each process keeps budgets in memory, and a new process starts
 * with full ones.
 */
export class LookUpBudget {
  /** When the account will be full again; an absent account is full. Ordered by last use. */
  private readonly fullAtMs = new Map<string, number>();
  private readonly unitMs: number;

  /** `nowMs` must never go back: a clock that is set back would lock accounts out for that time. */
  constructor(
    private readonly limits: LookUpBudgetLimits,
    private readonly nowMs: () => number,
  ) {
    this.unitMs = 60_000 / limits.perMinute;
  }

  /** Throws `too_many_lookups` (429, with the time until one unit is back) when the account has none left. */
  spend(account: string): void {
    const nowMs = this.nowMs();
    const fullAtMs = Math.max(this.fullAtMs.get(account) ?? 0, nowMs) + this.unitMs;
    const waitMs = fullAtMs - nowMs - this.limits.burst * this.unitMs;
    // Rounding errors of fractional units are below a millisecond.
    if (waitMs >= 1) throw tooManyLookUps(this.limits.burst, Math.ceil(waitMs / 1_000));
    this.remember(account, fullAtMs);
  }

  /** Gives a unit back for a look-up that did not take place. */
  giveBack(account: string): void {
    this.remember(account, (this.fullAtMs.get(account) ?? 0) - this.unitMs);
  }

  /** Gives two units back for a look-up that ended in a charge. */
  earn(account: string): void {
    this.remember(account, (this.fullAtMs.get(account) ?? 0) - 2 * this.unitMs);
  }

  private remember(account: string, fullAtMs: number): void {
    this.fullAtMs.delete(account);
    if (fullAtMs > this.nowMs()) this.fullAtMs.set(account, fullAtMs);
    if (this.fullAtMs.size > MOST_ACCOUNTS) this.fullAtMs.delete(this.fullAtMs.keys().next().value!);
  }
}

function tooManyLookUps(limit: number, retryAfterSeconds: number): DomainError {
  return new DomainError(
    'exhausted',
    'too_many_lookups',
    'Too many videos were looked up without being summarised. Please try again later.',
    {
      retryAfterSeconds,
      limit,
    },
  );
}
