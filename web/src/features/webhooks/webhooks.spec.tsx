import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answers, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const ALL = ['job.completed', 'job.failed', 'batch.ended', 'quota.threshold'];
const hook = {
  id: 'w1',
  url: 'https://hooks.example/precis',
  events: ['job.completed'],
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  old_secret_valid_until: null,
  created_at: '2026-11-22T08:00:00Z',
};
const delivery = {
  id: 'd1',
  webhook_id: 'msg_1',
  event: 'job.completed',
  status: 'failed',
  cause: 'http_500',
  created_at: '2026-11-22T08:00:00Z',
  next_attempt_at: null,
  attempts: [{ at: '2026-11-22T08:00:01Z', duration_ms: 31, status: 500, error: 'http_500' }],
};
const listed = (...webhooks: object[]) => ({ success: true, webhooks });
const logged = (next: string | null, ...deliveries: object[]) => ({ success: true, deliveries, next });
const add = async (user: {
  click: (one: Element) => Promise<void>;
  type: (one: Element, text: string) => Promise<void>;
}) => {
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  await user.type(screen.getByLabelText('Address'), hook.url);
  await user.click(screen.getByRole('button', { name: 'Add' }));
};
const open = () => openPage('/profile?tab=webhooks', { signedIn: true });

describe('the webhooks of an account (HOOK-16)', () => {
  it('that are none say so, and the first is added; its secret is shown until its card is closed, and never again (HOOK-4)', async () => {
    answers('GET /api/webhooks', listed(), listed(hook));
    answers('POST /api/webhooks', { success: true, webhook: hook, secret: 'whsec_shown-once' });
    const { user } = await open();
    expect(await screen.findByText('No webhooks yet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add a webhook' }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Please enter an address.')).toBeTruthy();
    await user.type(screen.getByLabelText('Address'), ' https://hooks.example/precis ');
    await user.click(screen.getByRole('checkbox', { name: /batch\.ended/ }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect((await screen.findByTestId('webhook-secret')).textContent).toBe('whsec_shown-once');
    expect(received['POST /api/webhooks']).toEqual([
      { url: 'https://hooks.example/precis', events: ALL.filter((event) => event !== 'batch.ended') },
    ]);
    const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(copied).toHaveBeenCalledWith('whsec_shown-once');
    await user.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(document.body.textContent).not.toContain('whsec_');
    expect(screen.getByText('https://hooks.example/precis')).toBeTruthy();
  });

  it('are not added without an event, nor when the server refuses the address, whose text is shown', async () => {
    answers('GET /api/webhooks', listed());
    answers('POST /api/webhooks', { status: 400, error: 'The address of a webhook must begin with https://.' });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Add a webhook' }));
    await user.type(screen.getByLabelText('Address'), 'http://hooks.example');
    for (const box of screen.getAllByRole('checkbox')) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Please choose at least one event.')).toBeTruthy();
    expect(received['POST /api/webhooks']).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: /job\.failed/ }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('The address of a webhook must begin with https://.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('http://hooks.example');
  });

  it('cannot be more than five (HOOK-1)', async () => {
    answers('GET /api/webhooks', listed(...['1', '2', '3', '4', '5'].map((id) => ({ ...hook, id }))));
    await open();
    expect(await screen.findByText(/You have 5 webhooks/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a webhook' })).toBeNull();
  });

  it('show the secret of the fifth until its card is closed, also when nothing further can be added (HOOK-4)', async () => {
    const five = ['1', '2', '3', '4', '5'].map((id) => ({ ...hook, id }));
    answers('GET /api/webhooks', listed(...five.slice(1)), listed(...five));
    answers('POST /api/webhooks', { success: true, webhook: five[0], secret: 'whsec_fifth' });
    const { user } = await open();
    await add(user);
    expect(await screen.findByText(/You have 5 webhooks/)).toBeTruthy();
    const card = within(screen.getByRole('region', { name: 'Signing secret' }));
    expect(card.getByText('whsec_fifth')).toBeTruthy();
    expect(card.getByText('It signs what we send to https://hooks.example/precis')).toBeTruthy();
    await user.click(card.getByRole('button', { name: 'I have copied it' }));
    expect(document.body.textContent).not.toContain('whsec_');
  });

  it('keep each new secret and the list when the list cannot be read again (HOOK-4, HOOK-16)', async () => {
    const second = { ...hook, id: 'w2', url: 'https://other.example' };
    answers('GET /api/webhooks', listed(second), { status: 503, error: 'Away' }, { status: 503, error: 'Still away' });
    answers('GET /api/webhooks/w2/deliveries', logged(null));
    answers('POST /api/webhooks', { success: true, webhook: hook, secret: 'whsec_added' });
    answers('POST /api/webhooks/w2/rotate', { success: true, webhook: second, secret: 'whsec_rotated' });
    const { user } = await open();
    await add(user);
    expect(await screen.findByText('Away')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Manage https://other.example' }));
    await user.click(screen.getByRole('button', { name: 'New secret' }));
    await user.click(screen.getByRole('button', { name: 'Create secret' }));
    expect(await screen.findByText('Still away')).toBeTruthy();
    const shown = screen.getAllByTestId('webhook-secret').map(({ textContent }) => textContent);
    expect(shown).toEqual(['whsec_added', 'whsec_rotated']);
    expect(screen.getByText('https://other.example')).toBeTruthy();
  });

  it('that cannot be loaded report it, and can be retried', async () => {
    answers('GET /api/webhooks', { status: 503, error: 'Away' }, listed(hook));
    const { user } = await open();
    expect(await screen.findByText('Failed to load your webhooks')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByText(hook.url)).toBeTruthy();
  });

  it('show why one is disabled, and since when its deliveries fail', async () => {
    answers(
      'GET /api/webhooks',
      listed(
        { ...hook, id: 'w1', enabled: false, disabled_reason: 'gone' },
        { ...hook, id: 'w2', enabled: false, disabled_reason: 'failing' },
        { ...hook, id: 'w3', failing_since: '2026-11-22T08:00:00Z' },
      ),
    );
    await open();
    expect(await screen.findByText('Disabled: your server answered 410')).toBeTruthy();
    expect(screen.getByText('Disabled: no delivery succeeded for 5 days')).toBeTruthy();
    expect(screen.getByText('No delivery has succeeded since 22 Nov 2026, 08:00 UTC')).toBeTruthy();
  });
});

describe('a webhook', () => {
  const manage = async () => {
    const page = await open();
    await page.user.click(await screen.findByRole('button', { name: `Manage ${hook.url}` }));
    return page;
  };

  it('shows its log by pages, and sends a delivery again (HOOK-13)', async () => {
    answers('GET /api/webhooks', listed(hook));
    answers('GET /api/webhooks/w1/deliveries', (_body, url) =>
      url.searchParams.has('cursor')
        ? logged(null, { ...delivery, id: 'd2', status: 'delivered', cause: null, created_at: '2026-11-21T08:00:00Z' })
        : logged('d1', delivery),
    );
    answers('POST /api/webhooks/w1/deliveries/d1/replay', {
      success: true,
      delivery: { ...delivery, status: 'queued' },
    });
    const { user } = await manage();
    const log = within(await screen.findByRole('region', { name: 'Deliveries of the last 30 days' }));
    expect(await log.findByText('1 attempt · status 500 after 31 ms')).toBeTruthy();
    await user.click(log.getByRole('button', { name: /more/i }));
    expect(await log.findByText('Delivered')).toBeTruthy();
    await user.click(log.getByRole('button', { name: 'Send job.completed of 22 Nov 2026, 08:00 again' }));
    expect(await screen.findByText('The delivery is on its way again')).toBeTruthy();
    expect(received['POST /api/webhooks/w1/deliveries/d1/replay']).toHaveLength(1);
  });

  it('is tested, and a log that is empty or cannot be loaded says so', async () => {
    answers('GET /api/webhooks', listed(hook));
    answers('GET /api/webhooks/w1/deliveries', { status: 0 }, logged(null));
    answers('POST /api/webhooks/w1/test', { success: true, delivery }, { status: 429, error: 'Too many tests today.' });
    const { user } = await manage();
    expect(await screen.findByText('Failed to load the deliveries')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText('A test is on its way')).toBeTruthy();
    expect(await screen.findByText('No deliveries yet. Send a test to see one.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText('Too many tests today.')).toBeTruthy();
  });

  it('gets a new secret with a chosen overlap, is disabled, keeps changes from elsewhere, and is deleted after a confirmation', async () => {
    answers('GET /api/webhooks', listed(hook));
    answers('GET /api/webhooks/w1/deliveries', logged(null));
    answers('POST /api/webhooks/w1/rotate', { success: true, webhook: hook, secret: 'whsec_new' });
    // The receiver answered 410 after the list was shown, and another tab has changed the address.
    const changed = { ...hook, url: 'https://hooks.example/other', enabled: false };
    answers('GET /api/webhooks/w1', { success: true, webhook: changed });
    answers('PUT /api/webhooks/w1', { success: true, webhook: hook });
    answers('DELETE /api/webhooks/w1', { success: true, message: 'ok' });
    const { user } = await manage();
    await user.click(screen.getByRole('button', { name: 'New secret' }));
    await user.clear(screen.getByLabelText('Hours'));
    await user.type(screen.getByLabelText('Hours'), '2');
    await user.click(screen.getByRole('button', { name: 'Create secret' }));
    expect((await screen.findByTestId('webhook-secret')).textContent).toBe('whsec_new');
    expect(received['POST /api/webhooks/w1/rotate']).toEqual([{ overlap_hours: 2 }]);
    await user.click(screen.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Webhook disabled')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('checkbox', { name: /job\.failed/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Webhook changed')).toBeTruthy();
    expect(received['PUT /api/webhooks/w1']).toEqual([
      { url: changed.url, events: ['job.completed'], enabled: false },
      { url: changed.url, events: ['job.completed', 'job.failed'], enabled: false },
    ]);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(received['DELETE /api/webhooks/w1']).toEqual([]);
    answers('GET /api/webhooks', listed());
    await user.click(screen.getByRole('button', { name: 'Delete it' }));
    expect(await screen.findByText('Webhook deleted')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(hook.url)).toBeNull());
  });
});
