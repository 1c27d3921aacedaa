import { type BaseQueryFn, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { type Reader, Unreadable } from './answers/reader';
import { endRefusedSession } from './refused-session';
import { sessionToken } from './session-token';

/** Why a call failed, in the form that pages show. */
export interface CallFailure {
  /** HTTP status; 0 when the server was not reached. */
  status: number;
  /** The server's own sentence; undefined when it sent none, and the page shows its fallback (WEB-31). */
  text?: string;
  /** The server's stable code for the case. */
  code?: string;
  /** The sentence of `text` again, as the payment routes also send it. */
  detail?: string;
  /** The server's id of this HTTP exchange, by which its log can be searched. */
  requestId?: string;
  /** For a closed account that may still be kept: when it is erased (ACC-73). */
  erasedAt?: string;
}

/** Longer than the slowest answer of the gateway, a summary of a long video. */
export const TIMEOUT_MS = 70_000;

const call = fetchBaseQuery({
  // The API has the page's own origin in every kind of deployment.
  baseUrl: location.origin,
  timeout: TIMEOUT_MS,
  prepareHeaders: (headers) => {
    const token = sessionToken();
    if (token) headers.set('authorization', `Bearer ${token}`);
    return headers;
  },
});

/** Dispatched when the gateway refuses the session (WEB-7). app/session.ts then ends it, and app/use-refused-session.ts opens /login. */
export const SESSION_REFUSED = 'session/refused';

/** Options of an operation's call. */
export interface CallOptions {
  /** Reads its answer; without a reader the answer stays unchanged. */
  read?: Reader<unknown>;
}

/** Calls the gateway with the session. A 401 ends the session; nothing else does (WEB-7). */
export const callGateway: BaseQueryFn<string | FetchArgs, unknown, CallFailure, CallOptions> = async (
  args,
  state,
  options,
) => {
  const token = sessionToken();
  const answer = await call(args, state, options);
  if (!answer.error) {
    const replaced = answer.meta?.response?.headers.get('x-session-token');
    return { ...readAnswer(answer.data, options?.read), meta: { sessionToken: replaced ?? undefined } };
  }
  const failure = failureOf(answer.error.status, answer.error.data);
  endRefusedSession(failure.status, token, () => state.dispatch({ type: SESSION_REFUSED }));
  return { error: failure };
};

/** Reads an answer with a success status. When it says `success: false`, it is a refusal with the server's text (WEB-42). */
export function readAnswer<T>(
  body: unknown,
  read: Reader<T> = (value) => value as T,
): { data: T; error?: undefined } | { error: CallFailure; data?: undefined } {
  if ((body as { success?: unknown } | null | undefined)?.success === false) return { error: failureOf(200, body) };
  try {
    return { data: read(body) };
  } catch (error) {
    if (error instanceof Unreadable) return { error: { status: 200 } };
    throw error;
  }
}

/** Converts an error to a CallFailure. Its `status` is 0 when `status` is not a number, because no HTTP answer could be read. */
export function failureOf(status: unknown, data: unknown): CallFailure {
  const body = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const word = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : undefined);
  return {
    status: typeof status === 'number' ? status : 0,
    text: word('error') ?? word('message'),
    code: word('code'),
    detail: word('detail'),
    requestId: word('request_id'),
    erasedAt: word('erased_at'),
  };
}

/** The server's text for people: `detail`, else `text`, else `fallback` (WEB-31). */
export function failureText(error: unknown, fallback: string): string {
  const { detail, text } = (error ?? {}) as Partial<CallFailure>;
  return detail ?? text ?? fallback;
}

/** HTTP status of a failed call; 0 when the server was not reached. */
export function failureStatus(error: unknown): number {
  return (error as Partial<CallFailure> | undefined)?.status ?? 0;
}
