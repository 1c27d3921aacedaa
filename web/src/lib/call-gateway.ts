import { type BaseQueryFn, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { dropSessionToken, sessionToken } from './session-token';

/** Why a call brought nothing, as pages show it. */
export interface CallFailure {
  /** HTTP status; 0 when the server was not reached. */
  status: number;
  /** The server's own sentence, undefined when it sent none: the page has a fallback then (WEB-31). */
  text?: string;
  /** The server's stable word for the case. */
  code?: string;
  /** What the server adds for payments. */
  detail?: string;
  requestId?: string;
}

/** Longer than the slowest answer of the gateway, a summary of a long video. */
export const TIMEOUT_MS = 70_000;

const call = fetchBaseQuery({
  // The API has the page's own origin in every shape of deployment.
  baseUrl: location.origin,
  timeout: TIMEOUT_MS,
  prepareHeaders: (headers) => {
    const token = sessionToken();
    if (token) headers.set('authorization', `Bearer ${token}`);
    return headers;
  },
});

/** Sent when the gateway refuses the session (WEB-7). The store's listener ends it and goes to /login. */
export const SESSION_REFUSED = 'session/refused';

/** Calls the gateway with the session. A 401 ends the session; nothing else does (WEB-7). */
export const callGateway: BaseQueryFn<string | FetchArgs, unknown, CallFailure> = async (args, state, extra) => {
  const token = sessionToken();
  const answer = await call(args, state, extra);
  if (!answer.error) {
    const replaced = answer.meta?.response?.headers.get('x-session-token');
    return { data: answer.data, meta: { sessionToken: replaced ?? undefined } };
  }
  const failure = failureOf(answer.error.status, answer.error.data);
  endRefusedSession(failure, token, () => state.dispatch({ type: SESSION_REFUSED }));
  return { error: failure };
};

/** What an error body says; status 0 when there was none. */
export function failureOf(status: unknown, data: unknown): CallFailure {
  const body = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const word = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : undefined);
  return {
    status: typeof status === 'number' ? status : 0,
    text: word('error'),
    code: word('code'),
    detail: word('detail'),
    requestId: word('request_id'),
  };
}

/** Forgets the session after a 401 to a call with `token` (WEB-7), and says so in a moment by `onRefused`. */
export function endRefusedSession({ status }: CallFailure, token: string | null, onRefused: () => void): void {
  // A login that came meanwhile has its own token: the refusal of an older one is not about it. Without any token it was taken from storage.
  if (status !== 401 || token !== sessionToken()) return;
  dropSessionToken();
  // The end of a session cancels what is under way, and this call is still to say why.
  window.setTimeout(() => {
    if (sessionToken() === null) onRefused();
  });
}

/** The server's text for people, else `fallback` (WEB-31). */
export function failureText(error: unknown, fallback: string): string {
  const { detail, text } = (error ?? {}) as Partial<CallFailure>;
  return detail ?? text ?? fallback;
}

/** HTTP status of a failed call; 0 when the server was not reached. */
export function failureStatus(error: unknown): number {
  return (error as Partial<CallFailure> | undefined)?.status ?? 0;
}
