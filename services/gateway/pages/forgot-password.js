onSubmit(async () => {
  const { message } = await send('/api/auth/forgot-password', { email: valueOf('email') });
  hideForm();
  show('Look into your mailbox', message);
});
