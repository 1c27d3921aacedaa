import { DomainError } from '@precis/runtime/domain-error';

/** More is waiting than may wait, or the wait took all the time there was. */
export function overloaded(): DomainError {
  return new DomainError(
    'unavailable',
    'overloaded',
    'Too many videos are being worked on at the moment. Please try again.',
    { retryAfterSeconds: 2 },
  );
}

/** The time of a request is over, or its caller has left. */
export function timedOut(cause?: unknown): DomainError {
  return new DomainError('unavailable', 'timed_out', 'The video could not be worked on in time. Please try again.', {
    cause,
    retryAfterSeconds: 2,
  });
}

/** The outcome of shared work, or `timed_out` for a caller that has left; the work itself goes on. */
export function unlessAborted<T>(flight: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(timedOut());
  return new Promise<T>((resolve, reject) => {
    const leave = () => reject(timedOut());
    signal.addEventListener('abort', leave, { once: true });
    void flight.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
