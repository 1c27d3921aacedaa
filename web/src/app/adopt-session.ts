import { accountOf, hasExpired, keepSessionToken, sessionToken } from '../lib/session-token';
import { began, type User } from './session';
import type { Store } from './store';

/** A session from a login, a mail's link or a Google sign-in. */
export interface BroughtSession {
  token: string;
  user: User;
}

/** The account whose live session is already here; its address is null while it is unknown. */
export interface OtherAccount {
  email: string | null;
}

/**
 * `press`: the user has just pressed a button for this very account, in our form or at Google. `link`: an address brought the session, and
 * anybody may have made that address.
 */
export type AdoptedBy = 'press' | 'link';

/**
 * The only function by which this browser accepts a session (WEB-38). A session from an address never replaces the live session of another
 * account. In that case nothing changes, and the answer names the account that stays, so that the page can ask.
 */
export function adoptSession(
  store: Pick<Store, 'dispatch' | 'getState'>,
  { token, user }: BroughtSession,
  by: AdoptedBy,
): OtherAccount | null {
  const other = by === 'press' || token === sessionToken() ? null : otherAccount(store, user.id);
  if (other) return other;
  keepSessionToken(token);
  store.dispatch(began(user));
  return null;
}

/** Reads the token from storage instead of the store, because another tab may have logged in a moment ago. */
function otherAccount(store: Pick<Store, 'getState'>, accountId: string): OtherAccount | null {
  const token = sessionToken();
  if (token === null || hasExpired(token, Date.now())) return null;
  const { user } = store.getState().session;
  const id = accountOf(token) ?? user?.id;
  if (id === accountId) return null;
  return { email: user && user.id === id ? user.email : null };
}
