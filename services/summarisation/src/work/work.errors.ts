import { DomainError } from '@precis/runtime/domain-error';
import { unlessAborted } from '@precis/runtime/pause';

/** Too many callers wait, or the wait has used up the time of the call. */
export function overloaded(): DomainError {
  return new DomainError(
    'unavailable',
    'overloaded',
    'Too many videos are being worked on at the moment. Please try again.',
    { retryAfterSeconds: 2 },
  );
}

/** The deadline of a request has passed, or its caller has left. */
export function timedOut(cause?: unknown): DomainError {
  return new DomainError('unavailable', 'timed_out', 'The video could not be worked on in time. Please try again.', {
    cause,
    retryAfterSeconds: 2,
  });
}

/** The outcome of shared work, or `timed_out` for a caller that has left; the work itself continues. */
export function unlessLeft<T>(caller: AbortSignal, work: Promise<T>): Promise<T> {
  return unlessAborted(caller, work, timedOut);
}
