import { screen, waitFor, within } from '@testing-library/react';
import { answers } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const filled = {
  success: true,
  month: '2026-02',
  clients: [
    { key: 'desktop_app', name: 'Desktop app', count: 1200, percentage: 66.7 },
    { key: 'client:curl', name: 'curl', count: 600, percentage: 33.3 },
  ],
  count: 1800,
};
const empty = { success: true, month: '2025-09', clients: [], count: 0 };

describe('client usage', () => {
  it('is a pie and a table with shares and a total (WEB-26)', async () => {
    answers('GET /api/usage/clients', filled);
    const { container } = await openPage('/client-usage', { signedIn: true });
    expect(await screen.findByRole('heading', { name: 'Client Usage Distribution' })).toBeTruthy();
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['ClientRequestsPercentage', 'Desktop app1,20066.7%', 'curl60033.3%', 'Total1,800100.0%']);
    await waitFor(() => expect(container.querySelector('svg path')).not.toBeNull());
    // Only the legend has names: next to the slices they would be cut off on phones.
    const legend = within(await screen.findByRole('list', { name: 'Colours of the chart' }));
    expect(legend.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Desktop app66.7%', 'curl33.3%']);
    expect(container.querySelector('svg text')).toBeNull();
  });

  it('offers the month of the server and the five before it, newest first (WEB-26)', async () => {
    answers('GET /api/usage/clients', (_body, url) => (url.searchParams.has('month') ? empty : filled));
    const { user } = await openPage('/client-usage', { signedIn: true });
    const months = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Month' });
    expect(months.value).toBe('2026-02');
    expect([...months.options].map((option) => option.text)).toEqual([
      'Feb 2026',
      'Jan 2026',
      'Dec 2025',
      'Nov 2025',
      'Oct 2025',
      'Sep 2025',
    ]);
    await user.selectOptions(months, 'Sep 2025');
    expect(await screen.findByText('No client usage data available for this month')).toBeTruthy();
  });

  it('that cannot be loaded says so and can be asked again (WEB-34)', async () => {
    answers('GET /api/usage/clients', { status: 503, error: 'Away' }, filled);
    const { user } = await openPage('/client-usage', { signedIn: true });
    expect(await screen.findByText('Failed to load client usage data')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeTruthy();
  });

  it('explains MCP clients and links to the documentation (WEB-26)', async () => {
    answers('GET /api/usage/clients', empty);
    await openPage('/client-usage', { signedIn: true });
    const cards = await screen.findByRole('region', { name: 'MCP clients' });
    expect(
      within(cards)
        .getAllByRole('heading', { level: 3 })
        .map((one) => one.textContent),
    ).toEqual(['Desktop app', 'Code editor', 'Terminal client', 'Others']);
    const tips = screen.getByRole('region', { name: 'Integration tips' });
    expect(within(tips).getByRole('link').getAttribute('href')).toBe('/docs');
  });
});
