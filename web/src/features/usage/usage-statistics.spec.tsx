import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answers, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const monthly = [
  { month: '2026-09', label: 'Sep 2026', count: 0 },
  { month: '2026-10', label: 'Oct 2026', count: 41 },
  { month: '2026-11', label: 'Nov 2026', count: 79 },
];
const summaryOf = (used: number, limit = 100) => ({
  success: true,
  data: { current: { used, remaining: Math.max(0, limit - used), limit, percentage: (used / limit) * 100 }, monthly },
});
const busy = {
  success: true,
  month: '2026-11',
  daily: [
    {
      date: '2026-11-22',
      count: 2,
      logs: [
        {
          time: '2026-11-22T23:59:58.000Z',
          endpoint: '/api/youtube/summarize',
          client: 'nightly-digest/2.1',
          title: 'How locks work',
        },
        {
          time: '2026-11-22T00:00:01.000Z',
          endpoint: '/api/youtube/playground/summarize',
          client: 'web playground',
          title: null,
        },
      ],
    },
  ],
};
const noDays = { success: true, month: '2026-10', daily: [] };

const open = async (used = 79) => {
  answers('GET /api/usage/summary', summaryOf(used));
  answers('GET /api/usage/details', (_body, url) => (url.searchParams.get('month') === '2026-11' ? busy : noDays));
  return openPage('/usage', { signedIn: true });
};

describe('usage statistics', () => {
  it('show used, remaining, limit and percentage of the month, named in UTC (WEB-25)', async () => {
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Usage Statistics' })).toBeTruthy();
    const card = await screen.findByRole('region', { name: 'Current Month Usage' });
    const text = card.textContent ?? '';
    for (const part of ['Nov 2026, UTC', 'Videos used79', 'Remaining21', 'Total limit100', 'Percentage used79%']) {
      expect(text).toContain(part);
    }
  });

  it.each([
    [79, 'good'],
    [80, 'bad'],
    [100, 'bad'],
  ])('at %d of 100 the bar is %s: red from 80%% (WEB-25)', async (used, tone) => {
    await open(used);
    const bar = await screen.findByRole('progressbar', { name: 'Current Month Usage' });
    expect(bar.dataset.tone).toBe(tone);
    expect(bar.getAttribute('aria-valuenow')).toBe(String(used));
  });

  it('draw the history as bars, and say the same in a table (WEB-25)', async () => {
    const { container } = await open();
    const chart = await screen.findByRole('region', { name: 'Monthly API Usage' });
    const table = within(chart).getByRole('table', { name: 'Monthly API Usage', hidden: true });
    expect(table.textContent).toContain('Oct 202641');
    await waitFor(() => expect(container.querySelector('svg path')).not.toBeNull());
  });

  it('draw no axes for twelve empty months, and say so (WEB-25)', async () => {
    const { data } = summaryOf(0, 3);
    const empty = monthly.map((month) => ({ ...month, count: 0 }));
    answers('GET /api/usage/summary', { success: true, data: { ...data, monthly: empty } });
    answers('GET /api/usage/details', noDays);
    await openPage('/usage', { signedIn: true });
    const chart = within(await screen.findByRole('region', { name: 'Monthly API Usage' }));
    expect(chart.getByText('Your first summary will appear here as a bar.')).toBeTruthy();
    expect(chart.queryByRole('img')).toBeNull();
    expect(await screen.findByText('No usage data available for this month')).toBeTruthy();
  });

  it('begin with the latest month, and show the days of another one (WEB-25)', async () => {
    const { user } = await open();
    const details = await screen.findByRole('region', { name: 'Daily Usage Details' });
    const months = within(details).getByRole<HTMLSelectElement>('combobox', { name: 'Month' });
    expect([...months.options].map((option) => option.text)).toEqual(['Nov 2026', 'Oct 2026', 'Sep 2026']);
    expect(months.value).toBe('2026-11');
    const table = await within(details).findByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .slice(0, 2)
        .map((cell) => cell.textContent),
    ).toEqual(['Date', 'API Calls']);
    await user.selectOptions(months, 'Oct 2026');
    expect(await screen.findByText('No usage data available for this month')).toBeTruthy();
  });

  it('open a day with its activity log: time in UTC, endpoint, client and what it was about (WEB-25)', async () => {
    const { user } = await open();
    const button = await screen.findByRole('button', { name: /^Show Details/ });
    expect(screen.queryByText('Activity Log', { selector: 'h3' })).toBeNull();
    await user.click(button);
    const log = screen.getByRole('region', { name: 'Activity Log, 22 Nov 2026' });
    const rows = within(log).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Time (UTC)', 'Endpoint', 'Client', 'Summary'],
      ['23:59:58', '/api/youtube/summarize', 'nightly-digest/2.1', 'How locks work'],
      ['00:00:01', '/api/youtube/playground/summarize', 'Web playground', '–'],
    ]);
  });

  it('are read again by the button, which says so meanwhile (WEB-25)', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    answers('GET /api/usage/summary', summaryOf(79), async () => {
      await held;
      return summaryOf(85);
    });
    answers('GET /api/usage/details', busy);
    const { user } = await openPage('/usage', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Refresh Data' }));
    const button = await screen.findByRole('button', { name: 'Refreshing...' });
    expect((button as HTMLButtonElement).disabled).toBe(true);
    release();
    expect(await screen.findByText('85')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Refresh Data' })).toBeTruthy();
    expect(received['GET /api/usage/details']).toHaveLength(2);
  });

  it('that cannot be loaded say so and can be asked again, and are no zero meanwhile (WEB-34)', async () => {
    answers('GET /api/usage/summary', { status: 503, error: 'Away' }, summaryOf(79));
    answers('GET /api/usage/details', { status: 503, error: 'Away' }, busy);
    const { user } = await openPage('/usage', { signedIn: true });
    expect(await screen.findByText('Failed to load usage summary')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Failed to load usage details')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /^Show Details/ })).toBeTruthy();
  });

  it('end with three tips (WEB-25)', async () => {
    await open();
    const tips = await screen.findByRole('region', { name: 'Usage Tips' });
    expect(within(tips).getAllByRole('listitem')).toHaveLength(3);
  });
});

describe('what can be downloaded of a month', () => {
  /** Names of the downloaded files. */
  function saved(): string[] {
    const names: string[] = [];
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    return names;
  }
  afterEach(() => jest.restoreAllMocks());

  it('is its statement and its calls, of the month that is chosen, fetched with the session (STAT-3, STAT-9)', async () => {
    const names = saved();
    const asked: string[] = [];
    answers('GET /api/usage/statement', (_body, url) => ({ asked: asked.push(url.search) }));
    answers('GET /api/usage/details.csv', (_body, url) => ({ asked: asked.push(url.search) }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Download statement' }));
    await waitFor(() => expect(names).toEqual(['precis-statement-2026-11.csv']));
    await user.selectOptions(screen.getByLabelText('Month'), '2026-10');
    await user.click(screen.getByRole('button', { name: 'Download calls (CSV)' }));
    await waitFor(() => expect(names).toEqual(['precis-statement-2026-11.csv', 'precis-usage-2026-10.csv']));
    expect(asked).toEqual(['?format=csv&month=2026-11', '?month=2026-10']);
    expect(screen.getByRole('link', { name: 'Verify a statement' }).getAttribute('href')).toBe('/verify-statement');
  });

  it.each([
    [{ status: 503, error: 'Usage is away.' }, 'Usage is away.'],
    [{ status: 0 }, 'Failed to download the statement'],
  ])('that cannot be fetched shows why: %o (WEB-31)', async (failure, text) => {
    answers('GET /api/usage/statement', failure);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Download statement' }));
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
