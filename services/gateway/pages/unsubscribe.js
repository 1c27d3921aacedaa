const token = takeQuery().get('token');
if (!token) {
  hideForm();
  show('This link is not whole', 'Please open the link of the mail again.');
} else {
  // Only a press of the button: programs that look into mails open every link.
  onSubmit(async () => {
    const { message } = await send('/api/notifications/unsubscribe', { token });
    hideForm();
    show('Done', message);
  });
}
