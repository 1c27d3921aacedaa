import { retryAfterOf } from './precis-error.js';

/** How long a call is repeated. */
export interface Patience {
  /** Repeats of one call; 0 = none. */
  maxRetries: number;
  /** A wait longer than this is not begun: the answer is returned as it is. */
  maxWaitSeconds: number;
  /** Of one attempt. */
  timeoutMs: number;
}

type Fetch = (request: Request) => Promise<Response>;

/** Statuses that pass by waiting, where the answer says for how long. */
const PASSING = [409, 429, 503];
const FIRST_WAIT_MS = 500;

/**
 * A fetch that repeats what may pass: a broken connection, and 409, 429 and 503 with a Retry-After. It waits as long as that says, else half a
 * second and longer each time, with jitter. Only for requests that may be repeated: GETs, and what has an Idempotency-Key or costs nothing.
 */
export function patientFetch(fetch: Fetch, { maxRetries, maxWaitSeconds, timeoutMs }: Patience): Fetch {
  return async (request) => {
    for (let retry = 0; ; retry++) {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
      const outcome = await fetch(new Request(request.clone(), { signal })).catch((error: unknown) => ({ error }));
      request.signal.throwIfAborted();
      const waitMs = waitAfter(outcome, retry, Math.random());
      const isOver = waitMs === undefined || retry >= maxRetries || waitMs > maxWaitSeconds * 1_000;
      if (!isOver) {
        if (outcome instanceof Response) await outcome.body?.cancel();
        await wait(waitMs, request.signal);
      } else if (outcome instanceof Response) return outcome;
      else throw outcome.error;
    }
  };
}

/** Undefined when waiting does not help. */
function waitAfter(outcome: Response | { error: unknown }, retry: number, random: number): number | undefined {
  const usualMs = FIRST_WAIT_MS * 2 ** retry * (0.5 + random);
  if (!(outcome instanceof Response)) return usualMs;
  if (!PASSING.includes(outcome.status)) return undefined;
  const seconds = retryAfterOf(outcome);
  // A conflict or a used-up month without a time does not pass by itself.
  if (seconds === undefined) return outcome.status === 503 ? usualMs : undefined;
  return seconds * 1_000 * (1 + random / 10);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
