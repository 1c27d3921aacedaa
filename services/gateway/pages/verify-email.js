const token = takeQuery().get('token');

async function verify() {
  if (!token) return show('Verification failed', 'Verification token is missing.');
  // A change of address counts only together with the session of its account.
  const answer = await send('/api/auth/verify-email', { token }, localStorage.getItem('token'));
  localStorage.setItem('token', answer.token);
  show('Email verified successfully!', `Welcome, ${answer.user.name}. You are logged in with ${answer.user.email}.`);
}

verify().catch((error) => show('Verification failed', error.message));
