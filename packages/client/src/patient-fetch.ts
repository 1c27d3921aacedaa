import { retryAfterOf } from './precis-error.js';

/** How often, and for how long, a call is retried. */
export interface Patience {
  /** Retries of one call; 0 = none. Default 2. Waiting for the first attempt of the same call to end is not a retry. */
  maxRetries: number;
  /** In seconds. Default 30. When the API asks for a longer wait, there is no retry: the answer is returned as it is. */
  maxWaitSeconds: number;
  /** Deadline of one attempt in milliseconds. Default 70,000, longer than the API takes for any call. */
  timeoutMs: number;
}

type Fetch = (request: Request) => Promise<Response>;

/** Statuses that are temporary when the answer says how long to wait. */
const PASSING = [409, 429, 503];
const FIRST_WAIT_MS = 500;
/** Events of a summary, and exports, which may be long. */
const STREAMS = /^(?:text\/event-stream|text\/csv|application\/x-ndjson)/;
/** The paths of POSTs that change nothing and cost nothing. */
const READING_POST = /\/api\/youtube\/(?:info|transcript|estimate)$/;

/**
 * A fetch that retries after temporary failures. After 409, 429 and 503 with a Retry-After it waits as long as that header says. After a broken
 * connection, also in the middle of an answer, and after 503 without the header, it waits half a second, twice as long each time, with jitter. A
 * call that a repeat would do twice is repeated only when the API certainly refused it: after 409 and 429.
 *
 * After a broken connection the first attempt may still be running, and is charged when it ends. Its answer is then asked for until `timeoutMs` after
 * the start of the call (API-36): by default 70 s, and the API ends every attempt before that.
 */
export function patientFetch(fetch: Fetch, { maxRetries, maxWaitSeconds, timeoutMs }: Patience): Fetch {
  return async (request) => {
    const startedMs = performance.now();
    for (let retry = 0; ;) {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
      const outcome = await fetch(new Request(request.clone(), { signal }))
        .then(arrived)
        .catch((error: unknown) => ({ error }));
      request.signal.throwIfAborted();
      const waitMs = waitAfter(outcome, retry, Math.random(), maxWaitSeconds * 1_000);
      const mayBeDone = !(outcome instanceof Response) || outcome.status === 503;
      const isHarmful = mayBeDone && !isSafeToRepeat(request);
      const isRunning = maxRetries > 0 && (await isStillRunning(outcome));
      const isSpent = isRunning ? performance.now() - startedMs > timeoutMs : retry >= maxRetries;
      const isOver = waitMs === undefined || isHarmful || isSpent || waitMs > maxWaitSeconds * 1_000;
      if (!isRunning) retry++;
      if (!isOver) {
        if (outcome instanceof Response) await outcome.body?.cancel();
        await wait(waitMs, request.signal);
      } else if (outcome instanceof Response) return outcome;
      else throw outcome.error;
    }
  };
}

/** The answer, once its body is here: later no retry could repair a broken connection. Streams are handed over at once. */
async function arrived(response: Response): Promise<Response> {
  if (!STREAMS.test(response.headers.get('content-type') ?? '')) await response.clone().arrayBuffer();
  return response;
}

/** Whether the API refused this attempt because an earlier one with the same Idempotency-Key has not ended. */
async function isStillRunning(outcome: Response | { error: unknown }): Promise<boolean> {
  if (!(outcome instanceof Response) || outcome.status !== 409) return false;
  const body = (await outcome
    .clone()
    .json()
    .catch(() => undefined)) as { code?: unknown } | undefined;
  return body?.code === 'idempotency_key_in_use';
}

/** Whether a repeat has no second effect: not for a POST, unless it has an Idempotency-Key or only reads. */
function isSafeToRepeat({ method, headers, url }: Request): boolean {
  return method !== 'POST' || headers.has('idempotency-key') || READING_POST.test(new URL(url).pathname);
}

/** The wait in ms; undefined when waiting does not help. Its jitter alone never makes it longer than `mostMs`. */
function waitAfter(
  outcome: Response | { error: unknown },
  retry: number,
  random: number,
  mostMs: number,
): number | undefined {
  const usualMs = FIRST_WAIT_MS * 2 ** retry * (0.5 + random);
  if (!(outcome instanceof Response)) return usualMs;
  if (!PASSING.includes(outcome.status)) return undefined;
  const seconds = retryAfterOf(outcome);
  // Without a Retry-After, a conflict or a used-up month does not end by waiting.
  if (seconds === undefined) return outcome.status === 503 ? usualMs : undefined;
  const askedMs = seconds * 1_000;
  return Math.max(askedMs, Math.min(askedMs * (1 + random / 10), mostMs));
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
