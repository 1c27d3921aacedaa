const token = takeQuery().get('token');
if (!token) {
  hideForm();
  show('This link is not whole', 'The password reset token is missing. Please request a new password reset link.');
} else {
  onSubmit(async () => {
    if (valueOf('password') !== valueOf('again')) throw new Error('Passwords do not match');
    const answer = await send('/api/auth/reset-password', { token, password: valueOf('password') });
    localStorage.setItem('token', answer.token);
    hideForm();
    show('Password reset successfully!', `Welcome, ${answer.user.name}. You are logged in.`);
  });
}
