import { type CallFailure, failureOf, readAnswer, TIMEOUT_MS } from '../../lib/call-gateway';
import { SUMMARY_ANSWERS } from '../../lib/answers/summaries';
import { endRefusedSession } from '../../lib/refused-session';
import { sessionToken } from '../../lib/session-token';
import type { Summary } from './api';
import { EventParser } from './event-parser';
import type { Attempt } from './kept-attempt';
import { bodyOf } from './summary-body';

const PATH = '/api/youtube/playground/summarize';
/** The connection broke, or the response was not an answer: the same key returns the outcome (QUOTA-11). */
const LOST: { error: CallFailure } = { error: { status: 0 } };

/** What the server has reported so far on a summary in progress. */
export interface SummaryProgress {
  /** Null until the server has reported a stage. */
  stage: 'reading' | 'writing' | null;
  sentences: string[];
}

/** The state before the first report. */
export const NO_PROGRESS: SummaryProgress = { stage: null, sentences: [] };

/**
 * A request for a summary as server-sent events. `signal` cancels the call; a call that is cancelled before the first sentence costs nothing
 * (SUM-16).
 */
export interface StreamRequest {
  attempt: Attempt;
  signal: AbortSignal;
  onProgress: (change: (before: SummaryProgress) => SummaryProgress) => void;
}

/** Requests a summary as events, and reports each. A complete answer is accepted as well. Never rejects. */
export async function streamSummary(
  { attempt, signal, onProgress }: StreamRequest,
  onRefused: () => void,
): Promise<{ data: Summary } | { error: CallFailure }> {
  const control = new AbortController();
  const stop = () => control.abort();
  const timer = window.setTimeout(stop, TIMEOUT_MS);
  signal.addEventListener('abort', stop);
  const token = sessionToken();
  try {
    const response = await fetch(location.origin + PATH, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream, application/json;q=0.9',
        'content-type': 'application/json',
        'idempotency-key': attempt.key,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(bodyOf(attempt)),
      signal: control.signal,
    });
    if (response.headers.get('content-type')?.startsWith('text/event-stream') && response.body)
      return await read(response.body, onProgress);
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return body === null ? LOST : summaryIn(body);
    const error = failureOf(response.status, body);
    endRefusedSession(error.status, token, onRefused);
    return { error };
  } catch {
    return LOST;
  } finally {
    window.clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    control.abort();
  }
}

async function read(
  body: ReadableStream<Uint8Array>,
  onProgress: StreamRequest['onProgress'],
): Promise<{ data: Summary } | { error: CallFailure }> {
  const reader = body.getReader();
  const parser = new EventParser();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return LOST;
    for (const { event, data } of parser.add(decoder.decode(value, { stream: true }))) {
      if (event === 'done') return summaryIn({ data });
      if (event === 'error') return { error: failureOf((data as { status_code?: unknown }).status_code, data) };
      tell(event, (data ?? {}) as Record<string, unknown>, onProgress);
    }
  }
}

function summaryIn(body: unknown): { data: Summary } | { error: CallFailure } {
  const { data, error } = readAnswer(body, SUMMARY_ANSWERS.youtubeControllerPlayground);
  return error ? { error } : { data: data.data };
}

/** Unknown events of a newer server are ignored. */
function tell(event: string, { stage, text }: Record<string, unknown>, onProgress: StreamRequest['onProgress']): void {
  if (event === 'progress' && (stage === 'reading' || stage === 'writing'))
    onProgress((before) => ({ ...before, stage }));
  if (event === 'sentence' && typeof text === 'string')
    onProgress((before) => ({ ...before, sentences: [...before.sentences, text] }));
}
