/**
 * The work's outcome, or an error after `timeoutMs`. An answer that already lies in the socket still counts: a loop that was
 * busy runs its timers before it reads.
 */
export function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${timeoutMs} ms`))), timeoutMs);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
