import { Mismatch, type Outcome, OutcomeKind } from '@precis/proto/usage/v1/usage';
import { HttpProblem } from '../http/http-problem.js';
import { quotaOf } from './call-facts.js';

/** A usage of an older version does not say which part differs. */
const DIFFERENCES: Partial<Record<Mismatch, string>> = {
  [Mismatch.MISMATCH_ENDPOINT]: 'This Idempotency-Key was used on another path.',
  [Mismatch.MISMATCH_BODY]: 'This Idempotency-Key was used with another request body.',
};

/** Maps each refusal of usage to a problem: 429 `quota_exceeded`, 409 while the first call runs, 422 for another body or path (QUOTA-8, QUOTA-12). */
export function refusalOf(outcome: Outcome): HttpProblem {
  const quota = quotaOf(outcome);
  switch (outcome.kind) {
    case OutcomeKind.OUTCOME_KIND_EXHAUSTED:
      return new HttpProblem(
        429,
        'quota_exceeded',
        'Monthly video limit reached. Please upgrade your plan or wait for the reset.',
        { limit: { ...quota, remaining: 0 } },
      );
    case OutcomeKind.OUTCOME_KIND_IN_USE:
      return new HttpProblem(
        429,
        'quota_exceeded',
        'All remaining videos of this month are being processed. Please try again shortly.',
        {
          limit: { ...quota, remaining: 0 },
          retryAfterSeconds: 2,
        },
      );
    case OutcomeKind.OUTCOME_KIND_BUSY:
      return new HttpProblem(
        409,
        'idempotency_key_in_use',
        'A request with this Idempotency-Key is still being processed.',
        { retryAfterSeconds: 1 },
      );
    case OutcomeKind.OUTCOME_KIND_MISMATCH:
      return new HttpProblem(
        422,
        'idempotency_key_reused',
        DIFFERENCES[outcome.mismatch] ?? 'This Idempotency-Key was used with another path or request body.',
      );
    default:
      return new HttpProblem(
        503,
        'call_undecided',
        'The call could not be completed. Nothing was charged. Please try again.',
        { retryAfterSeconds: 1 },
      );
  }
}
