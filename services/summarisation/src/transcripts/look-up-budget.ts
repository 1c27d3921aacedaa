import { Bulkhead, type BulkheadLimits } from '@precis/runtime/bulkhead';
import { DomainError } from '@precis/runtime/domain-error';

/** Places for look-ups at the source. `timeoutMs`: for all that one look-up may take, its wait for a place included. */
export class LookUpSlots extends Bulkhead {
  constructor(
    limits: BulkheadLimits,
    readonly timeoutMs: number,
  ) {
    super(limits);
  }
}

export interface LookUpBudgetLimits {
  /** Look-ups that come back to an account each minute. */
  perMinute: number;
  /** What an account that has asked for nothing may ask for at once. */
  burst: number;
}

/** Accounts remembered at once; a full account is forgotten, and past that bound the one that was active longest ago. */
const MOST_ACCOUNTS = 20_000;

/**
 * What one account may ask of a source without being charged (LIMIT-9): each look-up takes a unit, one that ends in a charge brings two back.
 * So an account that summarises what it looks up never meets the bound, and random ids end soon. Held in memory, each process for itself:
 * a new process begins with full budgets.
 */
export class LookUpBudget {
  /** When the account will be full again; absent = it is. The order is that of the last use. */
  private readonly fullAtMs = new Map<string, number>();
  private readonly unitMs: number;

  /** `nowMs` must never go back: a clock that is set back would lock accounts out for as long as it was set back. */
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
    // in fractions of a unit the sums of doubles differ by less than a millisecond
    if (waitMs >= 1) throw tooManyLookUps(this.limits.burst, Math.ceil(waitMs / 1_000));
    this.remember(account, fullAtMs);
  }

  /** The look-up did not take place. */
  giveBack(account: string): void {
    this.remember(account, (this.fullAtMs.get(account) ?? 0) - this.unitMs);
  }

  /** The look-up ended in a charge. */
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
