/** Waits `ms`, or until the signal is aborted; never rejects. Production code waits only in this way. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}

/**
 * Settles as `work` does, or rejects with `late()` after `ms`. Does not stop `work`. An answer that has already reached the socket still counts:
 * after a busy period the event loop runs timers before it reads.
 */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(late())), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Runs a check; rejects when it throws or exceeds `limitMs`. */
export function answersWithin(limitMs: number, check: () => void | Promise<void>): Promise<void> {
  return within(limitMs, (async () => check())(), () => new Error(`no answer within ${limitMs} ms`));
}

/** Settles as `work` does, or rejects as soon as the signal is aborted, with `gone()` or the signal's reason. Does not stop `work`. */
export function unlessAborted<T>(
  signal: AbortSignal,
  work: Promise<T>,
  gone: () => Error = () => signal.reason as Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(gone());
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** Settles as `work` does, or rejects with `late()` when `ms` have passed since the signal was aborted. Does not stop `work`. */
export function withinOnceAborted<T>(ms: number, signal: AbortSignal, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const start = () => (timer = setTimeout(() => reject(late()), ms));
    if (signal.aborted) start();
    else signal.addEventListener('abort', start);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', start);
    });
  });
}
