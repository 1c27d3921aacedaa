import { screen, waitFor, within } from '@testing-library/react';
import { answers } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const part = (name: string) => within(screen.getByRole('heading', { name }).closest('li')!);

const working = { success: true, api: 'operational', source: 'operational', payments: 'operational' };

describe('the status page', () => {
  it('shows what the services have seen of each part (API-26)', async () => {
    answers('GET /api/status', working);
    await openPage('/status');
    expect(await screen.findByText('Offered now: credit card, crypto, wallet.')).toBeTruthy();
    for (const name of ['API', 'YouTube source', 'Payments']) expect(part(name).getByText('Working')).toBeTruthy();
  });

  it.each([
    ['degraded', 'Partly working'],
    ['down', 'Not working'],
    ['unknown', 'Unknown'],
  ])('shows a source that is %s as %s (API-26)', async (source, text) => {
    answers('GET /api/status', { ...working, source });
    await openPage('/status');
    await waitFor(() => expect(part('YouTube source').getByText(text)).toBeTruthy());
    expect(part('API').getByText('Working')).toBeTruthy();
  });

  it('calls source and payments unknown when the API does not answer, and asks again (API-26)', async () => {
    answers('GET /api/status', { status: 0 });
    const { user } = await openPage('/status');
    expect(await screen.findByText('Not working')).toBeTruthy();
    for (const name of ['YouTube source', 'Payments']) expect(part(name).getByText('Unknown')).toBeTruthy();
    answers('GET /api/status', working);
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(part('API').getByText('Working')).toBeTruthy());
  });

  it('says that no payment method is offered while billing is away (API-26)', async () => {
    answers('GET /api/status', { ...working, payments: 'down' });
    await openPage('/status');
    await waitFor(() => expect(part('Payments').getByText('Not working')).toBeTruthy());
  });
});

describe('an address without a page', () => {
  it('is not found, with links to / and /dashboard, between header and footer (WEB-2)', async () => {
    await openPage('/no/such/page');
    expect(await screen.findByText('There is no page at this address.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(screen.getByRole('contentinfo')).toBeTruthy();
    expect(document.title).toBe('Not found · Precis');
  });
});
