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

/** Ends a session at the server that this browser does not keep, and ignores the answer. */
export function endSessionAtServer(token: string): void {
  void fetch(`${location.origin}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined);
}
