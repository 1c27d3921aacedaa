/** The landing page, the frame of pages, and pages that are mostly text. */
export const FRAME = [
  { name: 'landing', path: '/', shows: 'How it works', prepare: wholePage },
  { name: 'landing-signed-in', path: '/', as: 'demo', shows: (page) => page.getByRole('button', { name: 'Demo' }) },
  { name: 'landing-without-prices', path: '/', fail: /plans/, shows: '–' },
  { name: 'header-menu-open', path: '/docs', as: 'demo', prepare: openMenu, shows: 'Logout' },
  {
    name: 'header-sandbox-open',
    path: '/terms',
    prepare: (page) => page.getByText('Sandbox', { exact: true }).first().click(),
    shows: 'Open the mailbox',
  },
  {
    name: 'session-unknown',
    path: '/dashboard',
    as: 'demo',
    fail: /auth\/me/,
    shows: 'The server could not be reached.',
  },
  { name: 'session-loading', path: '/dashboard', as: 'demo', hold: /auth\/me/, shows: 'Loading...' },
  { name: 'not-found', path: '/nowhere', shows: 'There is no page at this address.' },
  { name: 'docs', path: '/docs', shows: 'The real answer' },
  ...['authentication', 'endpoints', 'limits', 'errors', 'examples', 'mcp'].map((tab) => ({
    name: `docs-${tab}`,
    path: `/docs?tab=${tab}`,
    as: tab === 'examples' ? 'demo' : undefined,
    shows: (page) => page.getByRole('tabpanel'),
  })),
  { name: 'docs-errors-failed', path: '/docs?tab=errors', fail: /info$/, shows: 'Try again' },
  { name: 'terms', path: '/terms', shows: (page) => page.locator('main h2') },
  { name: 'privacy', path: '/privacy', shows: (page) => page.locator('main h2') },
  { name: 'status', path: '/status', shows: 'Checked at' },
  { name: 'verify-statement', path: '/verify-statement', shows: 'Drop a statement here' },
  { name: 'status-loading', path: '/status', hold: /status$/, shows: 'Checking...' },
  { name: 'status-failed', path: '/status', fail: /status$/, shows: 'Not working' },
];

/** Scrolls through the landing page, because parts of it load when they come into view. */
async function wholePage(page) {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.evaluate(() => window.scrollTo(0, 0));
}

function openMenu(page) {
  return page.locator('header').getByRole('button', { name: 'Demo' }).click();
}
