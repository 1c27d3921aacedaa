import { screen, within } from '@testing-library/react';
import { answers, info, mara } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const links = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const userIs = (more: object) => {
  const user = { ...mara, ...more };
  answers('GET /api/auth/me', { success: true, user, data: user });
};
const header = () => within(screen.getByRole('banner'));

describe('the header', () => {
  it('has Home, Pricing and Documentation, and Login and Sign Up for visitors (WEB-12)', async () => {
    await openPage('/terms');
    await header().findByRole('link', { name: 'Login' });
    const [logo, ...rest] = links(screen.getByRole('banner'));
    expect(logo[1]).toBe('/');
    expect(rest).toEqual([
      ['Home', '/'],
      ['Pricing', '/pricing'],
      ['Documentation', '/docs'],
      ['Login', '/login'],
      ['Sign Up', '/register'],
    ]);
  });

  it.each([
    [41.85, '$41.85'],
    [1234.5, '$1,234.50'],
    [0, '$0.00'],
    [null, '–'],
  ])('shows a wallet of %j as %s, with a link to /referrals and its hint (WEB-12)', async (wallet_balance, shown) => {
    userIs({ wallet_balance });
    await openPage('/terms', { signedIn: true });
    const wallet = await header().findByTitle('Click to view referrals and earn more');
    expect(wallet.textContent).toBe(shown);
    expect(wallet.getAttribute('href')).toBe('/referrals');
    expect(header().queryByRole('link', { name: 'Login' })).toBeNull();
  });

  it('has a menu under the name with the six pages and Logout (WEB-13)', async () => {
    const { user } = await openPage('/terms', { signedIn: true });
    await user.click(await header().findByRole('button', { name: 'Mara Lindqvist' }));
    const logout = header().getByRole('button', { name: 'Logout' });
    expect(links(logout.closest('ul')!)).toEqual([
      ['Dashboard', '/dashboard'],
      ['Playground', '/playground'],
      ['API Keys', '/api-keys'],
      ['Usage Stats', '/usage'],
      ['Referrals', '/referrals'],
      ['Profile', '/profile'],
    ]);
  });

  it('shows User for an account without a name (WEB-12)', async () => {
    userIs({ name: '' });
    await openPage('/terms', { signedIn: true });
    expect(await header().findByRole('button', { name: 'User' })).toBeTruthy();
  });

  it('marks the sandbox and names the simulated parts, with its mailbox (WEB-32)', async () => {
    answers('GET /api/info', { ...info, sandbox: ['mail', 'stripe'] });
    const { user } = await openPage('/terms');
    await user.click(await header().findByText('Sandbox'));
    expect(header().getByText('Simulated here: mail, stripe.')).toBeTruthy();
    expect(header().getByRole('link', { name: 'Open the mailbox' }).getAttribute('href')).toBe('/sandbox/mailbox');
  });

  it('does not mention a sandbox where nothing is simulated (WEB-32)', async () => {
    const { store } = await openPage('/terms');
    await screen.findByText('Last updated: December 2024');
    expect(JSON.stringify(store.getState())).toContain('"sandbox":[]');
    expect(header().queryByText('Sandbox')).toBeNull();
  });
});

describe('the footer', () => {
  it('has the blurb, the links, the legal pages and the year (WEB-13)', async () => {
    await openPage('/terms');
    await screen.findByText('Last updated: December 2024');
    const footer = screen.getByRole('contentinfo');
    expect(footer.textContent).toContain('Summarise videos effortlessly with an AI-powered API service.');
    expect(footer.textContent).toContain(`© ${new Date().getUTCFullYear()} Precis`);
    const list = (name: string) => links(within(footer).getByRole('heading', { name }).parentElement!);
    expect(list('Links')).toEqual([
      ['Home', '/'],
      ['Pricing', '/pricing'],
      ['Documentation', '/docs'],
      ['Status', '/status'],
    ]);
    expect(list('Legal')).toEqual([
      ['Terms of Service', '/terms'],
      ['Privacy Policy', '/privacy'],
    ]);
  });
});
