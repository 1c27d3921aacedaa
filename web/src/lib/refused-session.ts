import { dropSessionToken, sessionToken } from './session-token';

/**
 * Handles a 401 of any call, of the app or of the landing page: forgets the session of the call with `token`, and shortly afterwards calls
 * `onRefused`, which goes to /login (WEB-7).
 */
export function endRefusedSession(status: number, token: string | null, onRefused: () => void): void {
  // A login since then has its own token, and this refusal is not about it. A call without a token used the stored one.
  if (status !== 401 || token !== sessionToken()) return;
  dropSessionToken();
  // Delayed, because ending a session cancels running calls, and this call must still report its failure.
  window.setTimeout(() => {
    if (sessionToken() === null) onRefused();
  });
}
