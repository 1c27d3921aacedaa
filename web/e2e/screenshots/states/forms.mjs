/** The server's answer to a browser that did not register. */
const MAILED_LINK = {
  kind: 'verify-email',
  state: 'open',
  email: 'ada@example.com',
  asked_at: '2026-11-21T12:00:00Z',
  same_browser: false,
};

/** Pages for signing in and up, and the pages that links of mails open. */
export const FORMS = [
  { name: 'login', path: '/login', shows: 'No account yet?' },
  { name: 'login-empty-sent', path: '/login', prepare: send('Login'), shows: 'Please enter your password' },
  {
    name: 'login-refused',
    path: '/login',
    prepare: fill({ 'E-mail': 'ada@example.com', Password: 'not this one' }, 'Login'),
    shows: (page) => page.locator('.ant-notification-notice'),
  },
  {
    name: 'login-unverified',
    path: '/login',
    prepare: (page, people) => fill({ 'E-mail': 'finn@example.com', Password: people.password }, 'Login')(page),
    shows: 'This e-mail is not verified yet.',
  },
  { name: 'register', path: '/register', shows: 'Have an account already?' },
  { name: 'register-empty-sent', path: '/register', prepare: send('Sign Up'), shows: 'Please enter your name' },
  {
    name: 'register-weak-password',
    path: '/register?ref=R44TJCZ2WJ',
    prepare: fill(
      { Name: 'Ada', 'E-mail': 'ada@example', Password: 'secret1', 'Repeat the password': 'secret2' },
      'Sign Up',
    ),
    shows: 'Passwords do not match',
  },
  {
    name: 'register-done',
    path: '/register',
    answer: { pattern: /auth\/register/, status: 201, change: () => ({ success: true, referral_applied: false }) },
    prepare: fill(
      {
        Name: 'Gus',
        'E-mail': 'gus@example.com',
        Password: 'a long enough one',
        'Repeat the password': 'a long enough one',
      },
      'Sign Up',
    ),
    shows: 'Check your mailbox',
  },
  { name: 'forgot-password', path: '/forgot-password', shows: 'Send the link' },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    prepare: fill({ 'E-mail': 'nobody@example.com' }, 'Send the link'),
    shows: 'If there is an account for',
  },
  { name: 'reset-password', path: '/reset-password?token=0123456789', shows: 'Set a new password' },
  {
    name: 'reset-password-refused',
    path: '/reset-password?token=0123456789',
    prepare: fill(
      { 'New password': 'a long enough one', 'Repeat the password': 'a long enough one' },
      'Set the password',
    ),
    shows: 'Invalid or expired password reset token.',
  },
  {
    name: 'verify-email-loading',
    path: '/verify-email?token=0123456789',
    hold: /mailed-link/,
    shows: 'One moment, please.',
  },
  {
    name: 'verify-email-refused',
    path: '/verify-email?token=0123456789',
    shows: 'The token may be invalid or expired.',
  },
  {
    name: 'verify-email-asks',
    path: '/verify-email?token=0123456789',
    answer: { pattern: /auth\/mailed-link/, status: 200, change: () => ({ success: true, link: MAILED_LINK }) },
    shows: 'was registered at Precis on',
  },
  {
    name: 'undo-email-change',
    path: '/undo-email-change?token=0123456789',
    answer: {
      pattern: /auth\/mailed-link/,
      status: 200,
      change: () => ({ success: true, link: { ...MAILED_LINK, kind: 'undo-email-change' } }),
    },
    shows: 'If it was not you, undo the change',
  },
  {
    name: 'verify-email-done',
    path: '/verify-email?token=0123456789',
    answer: {
      pattern: /auth\/(mailed-link|verify-email)/,
      status: 200,
      change: (_body, people) => ({
        success: true,
        link: { ...MAILED_LINK, same_browser: true },
        token: people.tokens.fresh,
        user: people.user,
      }),
    },
    shows: 'You are signed in as ada@example.com.',
  },
  {
    name: 'verify-email-away',
    path: '/verify-email?token=0123456789',
    fail: /auth\/mailed-link/,
    shows: 'Your e-mail could not be verified',
  },
  { name: 'google-return', path: '/auth/callback?token=a.b.c', hold: /auth\/me/, shows: 'Completing authentication' },
  {
    name: 'google-refused',
    path: '/auth/callback?error=google_denied',
    shows: 'The sign-in with Google was cancelled.',
  },
  { name: 'unsubscribe', path: '/unsubscribe?token=0123456789', shows: 'Press the button to stop' },
  { name: 'unsubscribe-without-token', path: '/unsubscribe', shows: 'This link is incomplete.' },
  {
    name: 'unsubscribe-failed',
    path: '/unsubscribe?token=0123456789',
    fail: /unsubscribe$/,
    prepare: send('Unsubscribe'),
    shows: 'Unsubscribing failed',
  },
];

/** Presses the form's own button. */
function send(label) {
  return (page) => page.locator('main form').getByRole('button', { name: label, exact: true }).click();
}

/** Fills fields by their labels, then sends. */
function fill(values, label) {
  return async (page) => {
    for (const [name, value] of Object.entries(values)) await page.getByLabel(name, { exact: true }).fill(value);
    await send(label)(page);
  };
}
