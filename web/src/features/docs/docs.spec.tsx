import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answers, info, mara } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const TABS = [
  'Getting Started',
  'Authentication',
  'API Endpoints',
  'Rate Limits',
  'Error Handling',
  'Code Examples',
  'MCP Integration',
];
const SERVER_JSON = {
  packages: [
    {
      registryType: 'npm',
      identifier: 'https://precis.example/mcp/precis-mcp.tgz',
      fileSha256: 'c0ffee'.padEnd(64, '0'),
    },
  ],
};
const limits = async () => {
  const table = within(await screen.findByRole('region', { name: 'Videos a month' }));
  return table.getAllByRole('row').map((row) => row.textContent);
};

describe('the documentation', () => {
  beforeEach(() => answers('GET /mcp/server.json', SERVER_JSON));

  it('has the seven tabs, and each shows a text with its contents (WEB-22)', async () => {
    const { user } = await openPage('/docs');
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(TABS);
    for (const tab of tabs) {
      await user.click(tab);
      const panel = within(screen.getByRole('tabpanel', { name: tab.textContent! }));
      const titles = panel.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
      const contents = within(panel.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
      expect(contents.map((link) => link.textContent)).toEqual(titles);
    }
  });

  it('keeps the open tab in the address, and its tabs work with the arrow keys (WEB-22)', async () => {
    const { user, path } = await openPage('/docs?tab=errors');
    const tab = await screen.findByRole('tab', { name: 'Error Handling', selected: true });
    tab.focus();
    await user.keyboard('{ArrowRight}');
    expect(path()).toBe('/docs?tab=examples');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Code Examples', selected: true }));
    await user.keyboard('{End}{ArrowRight}');
    expect(path()).toBe('/docs');
  });

  it('shows the limits that the deployment has (WEB-22)', async () => {
    const rate_limits = [{ plan: 'free', videos_per_month: 7 }];
    answers('GET /api/info', { ...info, rate_limits });
    await openPage('/docs?tab=limits');
    await screen.findByText('7');
    expect(await limits()).toEqual(['PlanVideos per month', 'free7']);
  });

  it.each([503, 0])('shows 3, 100, 500 and 3,000 when the limits cannot be loaded (%s) (WEB-22)', async (status) => {
    answers('GET /api/info', { status, error: 'Away' });
    await openPage('/docs?tab=limits');
    await screen.findByText('3,000');
    expect((await limits()).slice(1)).toEqual(['free3', 'basic100', 'medium500', 'enterprise3,000']);
  });

  it('shows 3, 100, 500 and 3,000 with a note while the deployment does not know its limits (WEB-22)', async () => {
    answers('GET /api/info', { ...info, rate_limits: [] });
    await openPage('/docs?tab=limits');
    await screen.findByRole('note');
    expect((await limits()).slice(1)).toEqual(['free3', 'basic100', 'medium500', 'enterprise3,000']);
  });

  it('shows all examples in the language that was chosen, and remembers it (WEB-22)', async () => {
    const first = await openPage('/docs?tab=examples');
    await first.user.click((await screen.findAllByRole('button', { name: 'Python' }))[2]);
    expect(screen.getAllByText(/import urllib.request/)).toHaveLength(4);
    first.unmount();
    await openPage('/docs');
    expect(await screen.findByText(/import urllib.request/)).toBeTruthy();
  });

  it('fills in the own key only when asked (WEB-22)', async () => {
    const user = { ...mara, apiKey: 'prc_mine' };
    answers('GET /api/auth/me', { success: true, user, data: user });
    const page = await openPage('/docs?tab=mcp', { signedIn: true });
    const fill = await screen.findByRole('switch', { name: 'Fill in my key' });
    expect(document.body.textContent).not.toContain('prc_mine');
    await page.user.click(fill);
    expect(screen.getAllByText(/prc_mine/)).toHaveLength(13);
    await page.user.click(fill);
    expect(document.body.textContent).not.toContain('prc_mine');
  });

  it('reports when the browser does not let it copy (WEB-22)', async () => {
    const { user } = await openPage('/docs');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not here'));
    await user.click(await screen.findByRole('button', { name: 'Copy: POST /api/youtube/summarize' }));
    expect(await screen.findByText('Failed to copy the example')).toBeTruthy();
  });

  it('leads users without a key to the page that makes one, and offers visitors nothing to fill in (WEB-22)', async () => {
    const page = await openPage('/docs', { signedIn: true });
    expect((await screen.findByRole('link', { name: /no API key yet/ })).getAttribute('href')).toBe('/api-keys');
    page.unmount();
    localStorage.clear();
    await openPage('/docs');
    await screen.findAllByRole('tab');
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByText(/no API key yet/)).toBeNull();
  });

  it('connects seven MCP clients on the own computer, and six of them by the remote address (WEB-22)', async () => {
    await openPage('/docs?tab=mcp');
    const clients = [
      'Claude Desktop',
      'Claude Code',
      'Cursor',
      'Visual Studio Code',
      'Codex',
      'Windsurf',
      'Gemini CLI',
    ];
    for (const client of clients) {
      const code = await screen.findByLabelText(`${client}, on your computer`);
      await waitFor(() => expect(code.textContent).toContain('https://precis.example/mcp/precis-mcp.tgz'));
      expect(code.textContent).toContain('YOUR_API_KEY');
    }
    for (const client of clients.slice(1)) {
      expect(screen.getByLabelText(`${client}, remote`).textContent).toMatch(/https:\/\/precis\.example\/mcp(?!\/)/);
    }
    expect(screen.queryByLabelText('Claude Desktop, remote')).toBeNull();
  });

  it('shows the hash of the package that is served, and says so when it cannot be loaded (MCP-12)', async () => {
    answers('GET /mcp/server.json', { status: 503, error: 'Away' }, SERVER_JSON);
    const { user } = await openPage('/docs?tab=mcp');
    expect(await screen.findByText('The hash of the package could not be loaded.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('c0ffee'.padEnd(64, '0'))).toBeTruthy();
  });

  const codes = {
    success: true,
    errors: [
      ['throttled', 'request', [429], 'never'],
      ['service_unavailable', 'request', [503], 'rarely'],
      ['too_many_jobs', 'video', [429], 'never'],
      ['batch_expired', 'video', [], 'never'],
    ].map(([code, group, statuses, charged]) => ({
      code,
      group,
      statuses,
      charged,
      cause: `Cause of ${String(code)}.`,
      next: 'Wait.',
      retryable: true,
      docs_url: `https://precis.example/docs?tab=errors#${String(code)}`,
    })),
  };

  it('explains every error code in a part of its own, to which docs_url leads (WEB-46)', async () => {
    answers('GET /api/errors', codes);
    const scrolled = jest.fn();
    Element.prototype.scrollIntoView = scrolled;
    await openPage('/docs?tab=errors#too_many_jobs');
    const part = await screen.findByRole('region', { name: 'too_many_jobs' });
    expect(part.id).toBe('too_many_jobs');
    expect(part.textContent).toContain(
      '429Cause of too_many_jobs. Wait.The same request may succeed later. It costs nothing.',
    );
    expect(screen.getByRole('region', { name: 'service_unavailable' }).textContent).toContain(
      'GET /api/requests/{id} says whether the request was charged',
    );
    expect(screen.getByRole('region', { name: 'batch_expired' }).textContent).toContain('items of jobs and batches');
    expect(scrolled.mock.contexts.at(-1)).toBe(part);
  });

  it('lists all codes of status 429 beside the limits, each with a way to its part (WEB-46)', async () => {
    answers('GET /api/errors', codes);
    await openPage('/docs?tab=limits');
    const table = within(await screen.findByRole('region', { name: 'Codes of status 429' }));
    expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/docs?tab=errors#throttled',
      '/docs?tab=errors#too_many_jobs',
    ]);
  });

  it('reports that the codes could not be loaded, and offers a retry (WEB-46)', async () => {
    answers('GET /api/errors', { status: 503, error: 'Away' }, codes);
    const { user } = await openPage('/docs?tab=limits');
    expect(await screen.findByText('The error codes could not be loaded.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Cause of throttled.')).toBeTruthy();
  });

  it('reports that the demo videos could not be loaded, and offers a retry (WEB-22)', async () => {
    answers('GET /api/info', { status: 503, error: 'Away' }, info);
    const { user } = await openPage('/docs?tab=errors');
    expect(await screen.findByText('The demo videos could not be loaded.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('How a canal lock lifts a boat')).toBeTruthy();
  });
});
