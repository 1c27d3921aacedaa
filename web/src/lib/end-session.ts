import { dropSessionToken, sessionToken } from './session-token';

/**
 * Forgets the session here at once, then has the server end it, whatever that answers (WEB-8). No call of the store: forgetting what the
 * account had loaded would cancel it. `keepalive`: the page is left while it is under way.
 */
export function endSession(): void {
  const token = sessionToken();
  dropSessionToken();
  if (token !== null) endSessionAtServer(token);
}

/** Ends a session at the server that this browser does not keep, whatever the server answers. */
export function endSessionAtServer(token: string): void {
  void fetch(`${location.origin}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined);
}
