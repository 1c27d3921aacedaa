import { dropSessionToken, sessionToken } from './session-token';

/**
 * Handles a 401 of any call, of the app or of the landing page: forgets the session of the call with `token`, and shortly afterwards calls
 * `onRefused`, which goes to /login (WEB-7).
 */
export function endRefusedSession(status: number, token: string | null, onRefused: () => void): void {
  // A login that came meanwhile has its own token, and the refusal of the older one is not about it. A call without a token used the one in
  // storage.
  if (status !== 401 || token !== sessionToken()) return;
  dropSessionToken();
  // Later, because ending a session cancels running calls, and this call must still report its failure.
  window.setTimeout(() => {
    if (sessionToken() === null) onRefused();
  });
}
