import { generatedApi } from '../lib/generated-api';
import { dropSessionToken, hasExpired, sessionToken } from '../lib/session-token';
import { began, checking, ended, unchecked } from './session';
import type { Store } from './store';

/**
 * Finds out who is signed in (WEB-6). An expired token is dropped without a call; any other one is sent to the server. A 401 ends the session. When
 * the server cannot be reached or fails, the token is kept and the page offers to try again (WEB-7). Returns whether somebody is signed in.
 */
export async function checkSession(store: Store): Promise<boolean> {
  const token = sessionToken();
  if (token === null || hasExpired(token, Date.now())) {
    dropSessionToken();
    store.dispatch(ended());
    return false;
  }
  store.dispatch(checking());
  // A call in progress has the previous token, and its answer would be mistaken for this one.
  const earlier = store.dispatch(generatedApi.util.getRunningQueryThunk('authControllerMe', undefined));
  earlier?.abort();
  await earlier;
  const asked = store.dispatch(
    generatedApi.endpoints.authControllerMe.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  const answer = await asked;
  // Refused (the call has then ended the session), or another login or logout came in between, so this answer is outdated.
  if (sessionToken() !== token) return store.getState().session.status === 'authenticated';
  // After a failure `data` is the answer of the previous call.
  if (answer.isSuccess) {
    store.dispatch(began(answer.data.user));
    return true;
  }
  store.dispatch(unchecked());
  return false;
}
