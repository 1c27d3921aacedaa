import { accountOf, hasExpired, keepSessionToken, sessionToken } from '../lib/session-token';
import { began, type User } from './session';
import type { Store } from './store';

/** A session that a login, a mail's link or Google's sign-in brought. */
export interface BroughtSession {
  token: string;
  user: User;
}

/** Whose live session is here already; the address is null while the server could not say it. */
export interface OtherAccount {
  email: string | null;
}

/**
 * `press`: somebody pressed for this very account just now, in a form of ours or at Google. `link`: an address brought it, which anybody may
 * have made.
 */
export type AdoptedBy = 'press' | 'link';

/**
 * The one way in which this browser takes a session (WEB-38). What an address brought never replaces the live session of another account:
 * then nothing changes, and the account that stays is answered, so that the page can ask.
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

/** The token in storage counts, not the store: another tab may have logged in a moment ago. */
function otherAccount(store: Pick<Store, 'getState'>, accountId: string): OtherAccount | null {
  const token = sessionToken();
  if (token === null || hasExpired(token, Date.now())) return null;
  const { user } = store.getState().session;
  const id = accountOf(token) ?? user?.id;
  if (id === accountId) return null;
  return { email: user && user.id === id ? user.email : null };
}
