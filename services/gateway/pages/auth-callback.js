const query = takeQuery();
const [token, error] = [query.get('token'), query.get('error')];
const me = (one) => send('/api/auth/me', undefined, one);

const SAID = {
  google_not_configured: 'Signing in with Google is not offered here.',
  google_unavailable: 'Google cannot be reached at the moment. Please try again.',
  google_state_invalid: 'This sign-in has expired or was used already. Please start again.',
  google_denied: 'The sign-in with Google was cancelled.',
  google_email_unverified: 'Google has not verified the email address of this account.',
  account_suspended: 'This account is suspended. Please contact support.',
  account_closed: 'This account was closed and is being erased.',
};
const OTHERWISE = 'Google did not sign you in. Please try again.';

/** True while this session counts; a server that cannot say leaves it as it is. */
async function isAlive(session) {
  return me(session).then(
    () => true,
    ({ status }) => status !== 401,
  );
}

/** A link with somebody else's session must not replace the one that is here; a sign-in that this browser began may. */
async function finish() {
  if (error || !token) throw new Error(Object.hasOwn(SAID, error ?? '') ? SAID[error] : OTHERWISE);
  const before = localStorage.getItem('token');
  const { sessionToken } = await me(token);
  const isKept = !sessionToken && before && before !== token && (await isAlive(before));
  if (!isKept) localStorage.setItem('token', sessionToken || token);
  location.replace('/');
}

finish().catch(({ message }) => show('Sign-in failed', message));
