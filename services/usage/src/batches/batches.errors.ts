import { DomainError } from '@precis/runtime/domain-error';

export function batchInvalid(): DomainError {
  return new DomainError('invalid', 'batch_invalid', 'A batch must have 1 to 100 valid items.');
}

export function batchNotFound(): DomainError {
  return new DomainError('not_found', 'batch_not_found', 'There is no such batch. Batches are kept for 6 days.');
}

export function tooManyOpen(limit: number): DomainError {
  return new DomainError(
    'exhausted',
    'too_many_batches',
    `Your account already has ${limit} unfinished batches, the most that it may have. Please wait until one has ended.`,
    { limit, retryAfterSeconds: 10 },
  );
}

export function tooManyOfDay(limit: number, retryAfterSeconds: number): DomainError {
  return new DomainError(
    'exhausted',
    'too_many_batches',
    `Your account may begin at most ${limit} batches in 24 hours. Please try again later.`,
    { limit, retryAfterSeconds },
  );
}

/** All accounts together have too many open items. */
export function tooManyItems(): DomainError {
  return new DomainError('unavailable', 'overloaded', 'Too many batches are waiting at the moment. Please try again.', {
    retryAfterSeconds: 60,
  });
}
