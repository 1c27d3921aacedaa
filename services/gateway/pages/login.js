onSubmit(async () => {
  const answer = await send('/api/auth/login', { email: valueOf('email'), password: valueOf('password') });
  localStorage.setItem('token', answer.token);
  hideForm();
  show('Login successful!', `Welcome, ${answer.user.name}.`);
});

send('/api/info')
  .then(({ sign_in: ways }) => (document.getElementById('google').hidden = !ways.includes('google')))
  .catch(() => undefined);
