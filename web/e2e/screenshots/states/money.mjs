const PAYMENT = /payment\/session\//;

/** Plans, the checkout and the pages after it. */
export const MONEY = [
  { name: 'pricing-visitor', path: '/pricing', shows: 'Sign Up to Continue' },
  { name: 'pricing-visitor-plan', path: '/pricing', prepare: choose('Medium'), shows: 'Selected' },
  { name: 'pricing-free', path: '/pricing', as: 'fresh', shows: 'Choose a plan to see' },
  { name: 'pricing-free-order', path: '/pricing', as: 'fresh', prepare: choose('Medium'), shows: 'Due today' },
  {
    name: 'pricing-wallet-too-small',
    path: '/pricing',
    as: 'fresh',
    prepare: async (page) => {
      await choose('Basic')(page);
      await page.getByText('Wallet', { exact: false }).last().click();
    },
    shows: 'Insufficient wallet balance',
  },
  {
    name: 'pricing-quote-failed',
    path: '/pricing',
    as: 'fresh',
    fail: /payment\/quote/,
    prepare: choose('Medium'),
    shows: 'The price could not be calculated.',
  },
  {
    name: 'pricing-upgrade-with-credit',
    path: '/pricing',
    as: 'friend',
    prepare: choose('Enterprise'),
    shows: 'Total',
  },
  { name: 'pricing-current-plan', path: '/pricing', as: 'demo', shows: 'Current Plan' },
  { name: 'pricing-extend', path: '/pricing?plan=medium&extend=true', as: 'friend', shows: 'Order summary' },
  { name: 'pricing-expired', path: '/pricing', as: 'lapsed', shows: 'Your Expired Plan' },
  {
    name: 'pricing-loading',
    path: '/pricing',
    as: 'demo',
    hold: /plans/,
    shows: (page) => page.getByRole('status', { name: 'Loading...' }),
  },
  { name: 'pricing-failed', path: '/pricing', fail: /plans/, shows: 'Failed to load subscription plans' },
  {
    name: 'pricing-subscription-failed',
    path: '/pricing',
    as: 'demo',
    fail: /my-plan/,
    shows: 'Failed to load subscription information',
  },
  { name: 'payment-completed', path: paid, as: 'friend', shows: 'Payment received' },
  { name: 'payment-processing', path: paid, as: 'friend', answer: withStatus('processing'), shows: 'Being confirmed' },
  { name: 'payment-failed', path: paid, as: 'friend', answer: withStatus('failed'), shows: 'Payment failed' },
  { name: 'payment-expired', path: paid, as: 'friend', answer: withStatus('expired'), shows: 'Checkout expired' },
  { name: 'payment-refunded', path: paid, as: 'friend', answer: withStatus('refunded'), shows: 'Payment refunded' },
  { name: 'payment-missing', path: paid, as: 'fresh', shows: 'Payment not found' },
  {
    name: 'payment-status-failed',
    path: paid,
    as: 'friend',
    fail: PAYMENT,
    shows: 'The status of the payment could not be loaded.',
  },
  { name: 'payment-visitor', path: paid, shows: 'Log in to see whether' },
  { name: 'payment-cancelled', path: '/payment/cancel', as: 'fresh', shows: 'Nothing was charged.' },
];

function paid({ paymentId }) {
  return `/payment/success?session_id=${paymentId}`;
}

function withStatus(status) {
  return { pattern: PAYMENT, status: 200, change: (body) => ({ ...body, payment: { ...body.payment, status } }) };
}

function choose(plan) {
  return (page) => page.getByRole('button', { name: `Choose ${plan}`, exact: true }).click();
}
