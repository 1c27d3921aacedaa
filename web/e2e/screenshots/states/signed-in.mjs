const busy = (page) => page.locator('[aria-busy="true"], .ant-skeleton, [role="status"]').first();

/** The pages of whoever is signed in. */
export const SIGNED_IN = [
  { name: 'dashboard', path: '/dashboard', as: 'demo', shows: 'Last call' },
  { name: 'dashboard-new', path: '/dashboard', as: 'fresh', shows: 'Generate API Key' },
  { name: 'dashboard-limit', path: '/dashboard', as: 'spent', shows: 'You are approaching your monthly limit.' },
  { name: 'dashboard-expired', path: '/dashboard', as: 'lapsed', shows: 'Your plan expired on' },
  {
    name: 'dashboard-mcp',
    path: '/dashboard',
    as: 'demo',
    prepare: (page) => page.getByText('MCP', { exact: true }).first().click(),
    shows: 'all MCP clients',
  },
  { name: 'dashboard-loading', path: '/dashboard', as: 'demo', hold: /usage|my-plan/, shows: busy },
  {
    name: 'dashboard-failed',
    path: '/dashboard',
    as: 'demo',
    fail: /usage|my-plan/,
    shows: 'Failed to load usage summary',
  },

  { name: 'api-keys', path: '/api-keys', as: 'demo', shows: 'Last use' },
  { name: 'api-keys-none', path: '/api-keys', as: 'fresh', shows: 'You have no API key yet.' },
  { name: 'api-keys-rotate', path: '/api-keys', as: 'demo', prepare: press('Rotate'), shows: 'Hours (0 to 24)' },
  {
    name: 'api-keys-revoke',
    path: '/api-keys',
    as: 'demo',
    prepare: press('Revoke'),
    shows: 'Are you sure you want to revoke',
  },
  {
    name: 'api-keys-failed',
    path: '/api-keys',
    as: 'fresh',
    fail: /api-key\/generate/,
    prepare: press('Generate API Key'),
    shows: 'Failed to generate API key',
  },

  { name: 'usage', path: '/usage', as: 'demo', shows: 'Show Details' },
  {
    name: 'usage-day-open',
    path: '/usage',
    as: 'demo',
    prepare: (page) => page.getByText('Show Details').first().click(),
    shows: 'Activity Log',
  },
  { name: 'usage-empty', path: '/usage', as: 'fresh', shows: 'No usage data available for this month' },
  { name: 'usage-limit', path: '/usage', as: 'spent', shows: 'Show Details' },
  { name: 'usage-loading', path: '/usage', as: 'demo', hold: /api\/usage/, shows: busy },
  { name: 'usage-failed', path: '/usage', as: 'demo', fail: /api\/usage/, shows: 'Failed to load usage summary' },

  { name: 'client-usage', path: '/client-usage', as: 'demo', shows: (page) => page.locator('main table') },
  { name: 'client-usage-empty', path: '/client-usage', as: 'fresh', shows: 'No client usage data available' },
  { name: 'client-usage-loading', path: '/client-usage', as: 'demo', hold: /usage\/clients/, shows: busy },
  {
    name: 'client-usage-failed',
    path: '/client-usage',
    as: 'demo',
    fail: /usage\/clients/,
    shows: 'Failed to load client usage data',
  },

  { name: 'referrals', path: '/referrals', as: 'demo', shows: '15%' },
  { name: 'referrals-empty', path: '/referrals', as: 'fresh', shows: 'No referrals yet' },
  { name: 'referrals-loading', path: '/referrals', as: 'demo', hold: /api\/referral/, shows: 'Referrals' },
  {
    name: 'referrals-failed',
    path: '/referrals',
    as: 'demo',
    fail: /api\/referral/,
    shows: 'Failed to load referral history',
  },

  { name: 'profile', path: '/profile', as: 'demo', shows: 'Account since' },
  { name: 'profile-password', path: '/profile?tab=password', as: 'demo', shows: 'Current password' },
  { name: 'profile-sessions', path: '/profile?tab=sessions', as: 'demo', shows: 'This session' },
  { name: 'profile-sessions-loading', path: '/profile?tab=sessions', as: 'demo', hold: /auth\/sessions/, shows: busy },
  {
    name: 'profile-sessions-failed',
    path: '/profile?tab=sessions',
    as: 'demo',
    fail: /auth\/sessions/,
    shows: 'Failed to load sessions',
  },
  { name: 'profile-activity', path: '/profile?tab=activity', as: 'lapsed', shows: 'E-mail verified' },
  {
    name: 'profile-activity-failed',
    path: '/profile?tab=activity',
    as: 'demo',
    fail: /user\/activity/,
    shows: 'Failed to load activity',
  },
  { name: 'profile-billing', path: '/profile?tab=billing', as: 'friend', shows: 'Receipt' },
  { name: 'profile-billing-wallet', path: '/profile?tab=billing', as: 'demo', shows: 'Referral commission' },
  { name: 'profile-billing-expired', path: '/profile?tab=billing', as: 'lapsed', shows: 'expired on' },
  { name: 'profile-billing-empty', path: '/profile?tab=billing', as: 'fresh', shows: 'No payments yet' },
  {
    name: 'profile-billing-cancel',
    path: '/profile?tab=billing',
    as: 'friend',
    prepare: press('Cancel subscription'),
    shows: 'Your plan stays active until',
  },
  {
    name: 'profile-billing-loading',
    path: '/profile?tab=billing',
    as: 'demo',
    hold: /my-plan|history|statement/,
    shows: busy,
  },
  {
    name: 'profile-billing-failed',
    path: '/profile?tab=billing',
    as: 'demo',
    fail: /my-plan|history|statement/,
    shows: 'Failed to load payment history',
  },
  { name: 'profile-notifications', path: '/profile?tab=notifications', as: 'demo', shows: 'Plan reminders' },
  {
    name: 'profile-notifications-failed',
    path: '/profile?tab=notifications',
    as: 'demo',
    fail: /notifications$/,
    shows: 'Failed to load notification settings',
  },
  { name: 'profile-data', path: '/profile?tab=data', as: 'demo', shows: 'Download my data' },
  {
    name: 'profile-delete',
    path: '/profile?tab=data',
    as: 'friend',
    prepare: press('Delete account'),
    shows: 'What you lose',
  },
  { name: 'profile-appearance', path: '/profile?tab=appearance', as: 'demo', shows: 'Kept on this device.' },
];

function press(label) {
  return (page) => page.locator('main').getByRole('button', { name: label, exact: true }).first().click();
}
