import { dropSessionToken, sessionToken } from './session-token';

/**
 * What a 401 does, for every call of the app and of the landing page: it forgets the session of the call with `token`, and says so in a moment by
 * `onRefused`, which leads to /login (WEB-7).
 */
export function endRefusedSession(status: number, token: string | null, onRefused: () => void): void {
  // A login that came meanwhile has its own token: the refusal of an older one is not about it. Without any token it was taken from storage.
  if (status !== 401 || token !== sessionToken()) return;
  dropSessionToken();
  // The end of a session cancels what is under way, and this call is still to say why.
  window.setTimeout(() => {
    if (sessionToken() === null) onRefused();
  });
}
