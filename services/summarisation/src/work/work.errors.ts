import { DomainError } from '@precis/runtime/domain-error';

/** More is waiting than may wait, or the wait took all the time there was. */
export function overloaded(): DomainError {
  return new DomainError('unavailable', 'overloaded', 'Too many videos are being worked on at the moment. Please try again.', { retryAfterSeconds: 2 });
}

/** The time of a request is over, or its caller has left. */
export function timedOut(cause?: unknown): DomainError {
  return new DomainError('unavailable', 'timed_out', 'The video could not be worked on in time. Please try again.', { cause, retryAfterSeconds: 2 });
}
