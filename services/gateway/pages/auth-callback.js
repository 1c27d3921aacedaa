const token = takeQuery().get('token');
const me = (one) => send('/api/auth/me', undefined, one);

/** A link with somebody else's session must not replace the one that is here; a sign-in that this browser began may. */
async function finish() {
  if (!token) throw new Error('Google did not sign you in. Please try again.');
  const before = localStorage.getItem('token');
  const { user, sessionToken } = await me(token);
  const kept = sessionToken || !before ? undefined : await me(before).catch(() => undefined);
  if (kept) return show('You are logged in already', `Welcome back, ${kept.user.name}.`);
  localStorage.setItem('token', sessionToken || token);
  show('Login successful!', `Welcome, ${user.name}.`);
}

finish().catch((error) => show('Sign-in failed', error.message));
