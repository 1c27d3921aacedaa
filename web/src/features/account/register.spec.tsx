import { screen, waitFor } from '@testing-library/react';
import { sessionToken } from '../../lib/session-token';
import { answers, info, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const REGISTER = 'POST /api/auth/register';
const RESEND = 'POST /api/auth/resend-verification';
const made = { success: true, message: 'Please check your email.', referral_applied: null };

async function openRegister(path = '/register') {
  const page = await openPage(path);
  await screen.findByRole('heading', { name: 'Create your account' });
  const fill = async (password = 'secret1', repeated = password) => {
    await page.user.type(screen.getByLabelText('Name'), 'Mara');
    await page.user.type(screen.getByLabelText('E-mail'), ' mara@example.com');
    await page.user.type(screen.getByLabelText('Password'), password);
    await page.user.type(screen.getByLabelText('Repeat the password'), repeated);
    await page.user.click(screen.getByRole('button', { name: 'Sign Up' }));
  };
  return { ...page, fill };
}

describe('/register', () => {
  it('prefills the code from ref, sends it, and goes to /login with the toast (WEB-15, WEB-36)', async () => {
    answers(REGISTER, { ...made, referral_applied: true });
    const { fill, path } = await openRegister('/register?ref=MARA2026');
    expect((screen.getByLabelText('Referral code (optional)') as HTMLInputElement).value).toBe('MARA2026');
    await fill();
    expect(
      await screen.findByText('Registration successful! Please check your email to verify your account.'),
    ).toBeTruthy();
    await waitFor(() => expect(path()).toBe('/login'));
    expect(received[REGISTER]).toEqual([
      { name: 'Mara', email: 'mara@example.com', password: 'secret1', referral_code: 'MARA2026' },
    ]);
    expect(screen.queryByText(/The referral code was not accepted/)).toBeNull();
  });

  it('names on /login the address that got the mail, and sends it again (WEB-15)', async () => {
    answers(REGISTER, made);
    answers(RESEND, { success: true, message: 'A link is on its way.' });
    const { fill, user } = await openRegister();
    await fill();
    expect(await screen.findByText('mara@example.com')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Open the sandbox mailbox' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText('A link is on its way.')).toBeTruthy();
    expect(received[RESEND]).toEqual([{ email: 'mara@example.com' }]);
  });

  it('does not log in: the mail comes first (ACC-1)', async () => {
    answers(REGISTER, made);
    const { fill, store } = await openRegister();
    await fill();
    await screen.findByText('mara@example.com');
    expect(sessionToken()).toBeNull();
    expect(store.getState().session.status).toBe('anonymous');
  });

  it('leads to the mailbox in the sandbox, and reports a code that was not accepted (WEB-15, WEB-32)', async () => {
    answers('GET /api/info', { ...info, sandbox: ['mail'] });
    answers(REGISTER, { ...made, referral_applied: false });
    const { fill } = await openRegister('/register?ref=WRONG');
    await fill();
    const mailbox = await screen.findByRole('link', { name: 'Open the sandbox mailbox' });
    expect(mailbox.getAttribute('href')).toBe('/sandbox/mailbox');
    expect(screen.getByText(/The referral code was not accepted/)).toBeTruthy();
  });

  it('says Passwords do not match before any call (WEB-15)', async () => {
    answers(REGISTER, made);
    const { fill, path } = await openRegister();
    await fill('secret1', 'secret2');
    expect(await screen.findByText('Passwords do not match')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Repeat the password'));
    expect(received[REGISTER]).toEqual([]);
    expect(path()).toBe('/register');
  });

  it('accepts no fewer than 6 characters (WEB-15)', async () => {
    answers(REGISTER, made);
    const { fill } = await openRegister();
    await fill('12345');
    expect(await screen.findByText('The password needs at least 6 characters')).toBeTruthy();
    expect(received[REGISTER]).toEqual([]);
  });

  it('asks for name and e-mail before any call, and focuses the first missing one (WEB-15)', async () => {
    answers(REGISTER, made);
    const { user } = await openRegister();
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(screen.getByText('Please enter your name')).toBeTruthy();
    expect(screen.getByText('Please enter your e-mail address')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(screen.getByLabelText('E-mail').getAttribute('type')).toBe('email');
    expect(received[REGISTER]).toEqual([]);
  });

  it('says that the link of the mail works for 24 hours (ACC-8)', async () => {
    answers(REGISTER, made);
    const { fill } = await openRegister();
    await fill();
    expect(await screen.findByText(/The link works for 24 hours\.$/)).toBeTruthy();
  });

  it('rates the strength of the typed password (WEB-15)', async () => {
    const { user } = await openRegister();
    expect(screen.getByText('At least 6 characters.')).toBeTruthy();
    await user.type(screen.getByLabelText('Password'), 'Password1');
    expect(screen.getByText(/^Weak/)).toBeTruthy();
    await user.type(screen.getByLabelText('Password'), ' wading heron lantern');
    expect(screen.getByText('Strong.')).toBeTruthy();
  });

  it('shows a taken address beside its field and in a toast (WEB-31)', async () => {
    const text = 'An account with this email already exists. Please log in.';
    answers(REGISTER, { status: 409, error: text, code: 'email_taken' });
    const { fill } = await openRegister();
    await fill();
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  });

  it('says Registration failed when the server sent no text (WEB-33)', async () => {
    answers(REGISTER, { status: 0 });
    const { fill } = await openRegister();
    await fill();
    expect(await screen.findByText('Registration failed')).toBeTruthy();
  });
});
