/** Texts of the status page and of the page for unknown addresses. */
export const status = {
  title: 'Status',
  lead: 'What this deployment says of itself, asked by your browser just now.',
  checkedAt: (time: string) => `Checked at ${time} UTC`,
  checking: 'Checking...',
  again: 'Check again',
  states: { operational: 'Working', degraded: 'Partly working', down: 'Not working', unknown: 'Unknown' },
  api: 'API',
  apiTexts: {
    operational: 'It answers calls.',
    degraded: 'It answers, but a part behind it does not. Some calls may fail or wait.',
    down: 'It did not answer. Calls fail or wait at the moment.',
    unknown: 'It could not be asked.',
  },
  source: 'YouTube source',
  sourceTexts: {
    operational: 'YouTube answered each look-up of the last 15 minutes.',
    degraded: 'Some look-ups of the last 15 minutes failed. A call that YouTube blocks answers 503 and is not counted.',
    down: 'YouTube refuses or does not answer our look-ups. Such calls answer 503 and are not counted. Stored summaries work.',
    unknown: 'Nothing was looked up in the last 15 minutes, or it could not be asked.',
  },
  payments: 'Payments',
  paymentsUp: (methods: string) => (methods ? `Offered now: ${methods}.` : 'Payment methods are offered.'),
  paymentTexts: {
    degraded: 'Some payments may fail at the moment. Your plan and your key work as before.',
    down: 'No payment method is offered at the moment. Your plan and your key work as before.',
    unknown: 'It could not be asked, since the API did not answer.',
  },
  methods: { stripe: 'credit card', crypto: 'crypto', wallet: 'wallet' } as Record<string, string>,
};

export const notFound = {
  title: 'Not found',
  text: 'There is no page at this address.',
  home: 'Go to the home page',
  dashboard: 'Go to the dashboard',
};
