import { adoptSession, type OtherAccount } from '../../app/adopt-session';
import type { User } from '../../app/session';
import type { Store } from '../../app/store';
import { dropSessionToken, hasExpired, keepSessionToken, sessionToken } from '../../lib/session-token';
import { account } from '../../texts/account';

const TIMEOUT_MS = 30_000;

/**
 * Finishes a sign-in with the token of /auth/callback (WEB-9, ACC-29). A handoff token brings, in X-Session-Token, the session that this
 * browser asked for: its owner has just chosen the account at Google. An ordinary session token may come from a stranger's link, so it
 * never replaces a session here that may still be live, and the page says whose session it is. Throws when the token brings no session;
 * then nothing of it is kept.
 */
export async function finishSignIn(store: Store, token: string): Promise<FinishedSignIn> {
  const before = liveToken();
  if (before === null) keepSessionToken(token);
  try {
    const { user, session } = await me(token);
    if (session !== null) adoptSession(store, { token: session, user }, 'press');
    const stays = session === null ? adoptSession(store, { token, user }, 'link') : null;
    return { user, stays, wasChosen: session !== null };
  } catch (error) {
    // A session that another tab has begun stays.
    if (before === null && sessionToken() === token) dropSessionToken();
    throw error;
  }
}

/** Reads the storage, not the store: another tab may have logged in a moment ago. */
function liveToken(): string | null {
  const token = sessionToken();
  return token === null || hasExpired(token, Date.now()) ? null : token;
}

/** The account of the token's session. */
export interface FinishedSignIn {
  user: User;
  /** The other account, whose live session stays. */
  stays: OtherAccount | null;
  /** Whether this browser's own Google sign-in brought it. Otherwise an address did, which anybody may have made. */
  wasChosen: boolean;
}

/** Calls with this token only, so that its refusal does not end the existing session. */
async function me(token: string): Promise<{ user: User; session: string | null }> {
  const answer = await fetch(`${location.origin}/api/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(account.callback.failed);
  const { user } = (await answer.json()) as { user: User };
  return { user, session: answer.headers.get('x-session-token') };
}
