/** Texts of the status page and of the page for unknown addresses. */
export const status = {
  title: 'Status',
  lead: 'The state of this service, as your browser has just checked it.',
  checkedAt: (time: string) => `Checked at ${time} UTC`,
  checking: 'Checking...',
  again: 'Check again',
  states: { operational: 'Working', degraded: 'Partly working', down: 'Not working', unknown: 'Unknown' },
  api: 'API',
  apiTexts: {
    operational: 'The API answers calls.',
    degraded: 'The API answers, but a service that it needs does not. Some calls may fail or wait.',
    down: 'The API did not answer. Calls fail or wait at the moment.',
    unknown: 'We could not check the API.',
  },
  source: 'YouTube source',
  sourceTexts: {
    operational: 'YouTube answered each look-up of the last 15 minutes.',
    degraded:
      'Some look-ups of the last 15 minutes failed. A call that YouTube blocks gets status 503 and is not counted.',
    down: 'YouTube refuses or does not answer our look-ups. Calls that need one get status 503 and are not counted. Stored summaries work.',
    unknown: 'There was no look-up in the last 15 minutes, or we could not check.',
  },
  payments: 'Payments',
  paymentsUp: (methods: string) => (methods ? `Offered now: ${methods}.` : 'Payment methods are offered.'),
  paymentTexts: {
    degraded: 'Some payments may fail at the moment. Your plan and your key work as before.',
    down: 'No payment method is offered at the moment. Your plan and your key work as before.',
    unknown: 'We could not check payments because the API did not answer.',
  },
  methods: { stripe: 'credit card', crypto: 'crypto', wallet: 'wallet' } as Record<string, string>,
};

export const notFound = {
  title: 'Not found',
  text: 'There is no page at this address.',
  home: 'Go to the home page',
  dashboard: 'Go to the dashboard',
};
