import { DomainError } from '@precis/runtime/domain-error';
import { HourlyBudget } from '@precis/runtime/hourly-budget';

/** A thread that was ended must be restarted, which costs this much even when little was computed. */
const RESTART_MS = 1_000;

/**
 * Limits the uncharged computing of an account (LIMIT-13). A summary that fails, is refused or has lost its callers is never charged. Without this
 * budget, captions that take the maximum time could be read and computed again and again for free.
 */
export class ComputingBudget extends HourlyBudget {
  /** `secondsPerHour` applies to each account. `nowMs` must never go back. */
  constructor(secondsPerHour: number, nowMs?: () => number) {
    super(secondsPerHour, budgetSpent, nowMs);
  }

  /** Counts a computation of this account that was cut off after `ms`, and the restart of its thread. */
  cutOff(account: string, ms: number): void {
    this.spend(account, Math.max(RESTART_MS, ms));
  }
}

function budgetSpent(limit: number, retryAfterSeconds: number): DomainError {
  const message =
    'Too much computing time was used for you in the last hour without a summary. Please try again later.';
  return new DomainError('exhausted', 'computing_budget_spent', message, { limit, retryAfterSeconds });
}
