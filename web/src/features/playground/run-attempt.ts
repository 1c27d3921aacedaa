import type { Store } from '../../app/store';
import { playgroundApi, type Summary } from './api';
import type { Attempt } from './kept-attempt';
import { isFinal, repeatReason, Repeats } from './repeat';
import type { StreamRequest } from './stream-summary';
import { bodyOf } from './summary-body';
import { streamedApi } from './streamed-api';

/** How an attempt ended. `stopped`: its signal was aborted, by the user or because the page was left. */
export type Outcome =
  | { kind: 'done'; summary: Summary }
  /** `isFinal`: the server has decided; otherwise the key is kept. `hasLost`: an answer was lost on the way, and it may have been a summary. */
  | { kind: 'failed'; error: unknown; isFinal: boolean; hasLost: boolean }
  | { kind: 'stopped' };

/**
 * Asks for the summary until an answer arrives: first as server-sent events; after a lost connection as one complete answer, with the same
 * Idempotency-Key, a limited number of times (WEB-27).
 */
export async function runAttempt(
  dispatch: Store['dispatch'],
  attempt: Attempt,
  { signal, onProgress, onRepeat }: Pick<StreamRequest, 'signal' | 'onProgress'> & { onRepeat: () => void },
): Promise<Outcome> {
  const repeats = new Repeats();
  for (let isFirst = true; ; isFirst = false) {
    const { data, error } = await (isFirst
      ? dispatch(streamedApi.endpoints.streamedSummary.initiate({ attempt, signal, onProgress }, { track: false }))
      : askWhole(dispatch, attempt, signal));
    if (signal.aborted) return { kind: 'stopped' };
    if (data) return { kind: 'done', summary: data };
    const delay = repeats.next(error, Date.now(), Math.random());
    if (delay === null)
      return {
        kind: 'failed',
        error,
        isFinal: isFinal(error),
        hasLost: repeats.hasLost || repeatReason(error) !== null,
      };
    onRepeat();
    await pause(delay, signal);
    if (signal.aborted) return { kind: 'stopped' };
  }
}

async function askWhole(
  dispatch: Store['dispatch'],
  attempt: Attempt,
  signal: AbortSignal,
): Promise<{ data?: Summary; error?: unknown }> {
  const asked = dispatch(
    playgroundApi.endpoints.youtubeControllerPlayground.initiate(
      { 'Idempotency-Key': attempt.key, body: bodyOf(attempt) },
      { track: false },
    ),
  );
  const stop = () => asked.abort();
  signal.addEventListener('abort', stop);
  const { data, error } = await asked;
  signal.removeEventListener('abort', stop);
  return { data: data?.data, error };
}

/** Ends early when the page is left, or when the browser reports that it is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
