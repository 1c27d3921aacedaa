const show = (title, text) => {
  document.getElementById('title').textContent = title;
  document.getElementById('text').textContent = text;
};

const token = new URLSearchParams(location.search).get('token');
// The link works once; it must not stay in the history or in a shared address.
history.replaceState(null, '', location.pathname);

async function verify() {
  if (!token) return show('Verification failed', 'Verification token is missing.');
  const response = await fetch('/api/auth/verify-email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const answer = await response.json();
  if (!response.ok) return show('Verification failed', answer.error);
  localStorage.setItem('token', answer.token);
  show(
    'Email verified successfully!',
    `Welcome, ${answer.user.name}. You are logged in and can generate your API key now.`,
  );
}

verify().catch(() =>
  show('Verification failed', 'The server could not be reached. Please open the link from your mail again.'),
);
