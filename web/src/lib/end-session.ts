import { dropSessionToken, sessionToken } from './session-token';

/**
 * Drops the session here at once, then ends it at the server and ignores the answer (WEB-8). Not a call of the store, because dropping the
 * account's loaded data would cancel it. `keepalive`: the call continues when the page is left.
 */
export function endSession(): void {
  const token = sessionToken();
  dropSessionToken();
  if (token !== null) endSessionAtServer(token);
}

/** Ends the session of `token` at the server, and ignores the answer. It does not change the session that this browser keeps. */
export function endSessionAtServer(token: string): void {
  void fetch(`${location.origin}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined);
}
