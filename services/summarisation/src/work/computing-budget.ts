import { DomainError } from '@precis/runtime/domain-error';
import { HourlyBudget } from '@precis/runtime/hourly-budget';

/** A thread that is ended must be started anew; what was cut off in no time still cost that. */
const RESTART_MS = 1_000;

/**
 * What an account's calls may cost without a charge (LIMIT-13). A summary that fails, is refused or has nobody left who waits is never charged:
 * without this budget captions that take all the time there is could be read and computed again and again for nothing.
 */
export class ComputingBudget extends HourlyBudget {
  /** `secondsPerHour`: for each account. `nowMs`: any clock that never goes back. */
  constructor(secondsPerHour: number, nowMs?: () => number) {
    super(secondsPerHour, budgetSpent, nowMs);
  }

  /** A computation of this account was cut off after `ms`, and its thread ended. */
  cutOff(account: string, ms: number): void {
    this.spend(account, Math.max(RESTART_MS, ms));
  }
}

function budgetSpent(limit: number, retryAfterSeconds: number): DomainError {
  const message =
    'Too much computing time was used for you in the last hour without a summary. Please try again later.';
  return new DomainError('exhausted', 'computing_budget_spent', message, { limit, retryAfterSeconds });
}
