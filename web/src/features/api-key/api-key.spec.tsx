import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answers, mara, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';

const KEY = 'prc_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ';
const NEW_KEY = 'prc_ZYXWVUTSRQPONMLKJIHGFEDCBA9876543210zyxwvutsrq';

const userWith = (more: object) => {
  const user = { ...mara, api_key_last_used: null, ...more };
  answers('GET /api/auth/me', { success: true, user, data: user });
};
/** Answers a call that changes the key. The page may read the user again at any time, so from then on /api/auth/me shows the change too. */
const changesKey = (call: string, answer: { apiKey?: string }) =>
  answers(call, () => {
    userWith({ apiKey: answer.apiKey });
    return { success: true, ...answer };
  });
const shownKey = async () => (await screen.findByTestId('api-key')).textContent;
const inDialog = async () => within(await screen.findByRole('dialog'));

describe('the API key', () => {
  it('is masked until it is shown, and masked again after (WEB-24)', async () => {
    userWith({ apiKey: KEY });
    const { user } = await openPage('/api-keys', { signedIn: true });
    expect(await shownKey()).toBe('prc_abcd••••••••••••');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await shownKey()).toBe(KEY);
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(await shownKey()).not.toContain(KEY.slice(8));
  });

  it('is copied whole while masked, and the button says so for 2 s (WEB-24)', async () => {
    userWith({ apiKey: KEY });
    const { user } = await openPage('/api-keys', { signedIn: true });
    const button = await screen.findByRole('button', { name: 'Copy' });
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    void user;
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    try {
      await act(async () => {
        fireEvent.click(button);
        await Promise.resolve();
      });
      expect(write).toHaveBeenCalledWith(KEY);
      expect(button.textContent).toBe('Copied');
      act(() => jest.advanceTimersByTime(1_999));
      expect(button.textContent).toBe('Copied');
      act(() => jest.advanceTimersByTime(1));
      expect(button.textContent).toBe('Copy');
    } finally {
      jest.useRealTimers();
    }
  });

  it('is shown after it was generated, and belongs to the user from then on (WEB-24, WEB-36)', async () => {
    userWith({});
    changesKey('POST /api/api-key/generate', { apiKey: NEW_KEY });
    const { user, store } = await openPage('/api-keys', { signedIn: true });
    await user.dblClick(await screen.findByRole('button', { name: 'Generate API Key' }));
    expect(await screen.findByText('API key generated successfully!')).toBeTruthy();
    expect(await shownKey()).toBe(NEW_KEY);
    expect(store.getState().session.user?.apiKey).toBe(NEW_KEY);
    expect(received['POST /api/api-key/generate']).toHaveLength(1);
  });

  it.each([
    [{ status: 409, error: 'Revoke the existing key first.' }, 'Revoke the existing key first.'],
    [{ status: 0 }, 'Failed to generate API key'],
  ])('that cannot be generated shows why: %o (WEB-31, WEB-33)', async (failure, text) => {
    userWith({});
    answers('POST /api/api-key/generate', failure);
    const { user } = await openPage('/api-keys', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Generate API Key' }));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('is revoked only after a confirmation (WEB-24, WEB-36)', async () => {
    userWith({ apiKey: KEY });
    changesKey('PUT /api/api-key/revoke', {});
    const { user, store } = await openPage('/api-keys', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    const dialog = await inDialog();
    expect(
      dialog.getByText('Are you sure you want to revoke this API key? This action cannot be undone.'),
    ).toBeTruthy();
    expect(received['PUT /api/api-key/revoke']).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('API key revoked successfully!')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Generate API Key' })).toBeTruthy();
    expect(store.getState().session.user?.apiKey).toBeUndefined();
  });

  it('stays when it could not be revoked (WEB-33)', async () => {
    userWith({ apiKey: KEY });
    answers('PUT /api/api-key/revoke', { status: 0 });
    const { user, store } = await openPage('/api-keys', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    await user.click((await inDialog()).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Failed to revoke API key')).toBeTruthy();
    expect(store.getState().session.user?.apiKey).toBe(KEY);
  });

  it('is rotated with the hours of grace that were chosen, and the new one is shown (WEB-24)', async () => {
    userWith({ apiKey: KEY });
    const rotated = { apiKey: NEW_KEY, old_key_valid_until: '2026-11-22T20:30:00.000Z' };
    changesKey('POST /api/api-key/rotate', rotated);
    const { user } = await openPage('/api-keys', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Rotate' }));
    const dialog = await inDialog();
    const hours = dialog.getByLabelText('Hours (0 to 24)');
    await user.clear(hours);
    await user.type(hours, '48');
    await user.tab();
    await user.click(dialog.getByRole('button', { name: 'Rotate key' }));
    expect(
      await screen.findByText('New API key generated. The old key works until 22 Nov 2026, 20:30 UTC.'),
    ).toBeTruthy();
    expect(received['POST /api/api-key/rotate']).toEqual([{ grace_hours: 24 }]);
    expect(await shownKey()).toBe(NEW_KEY);
  });

  it('is shown with its last use, in UTC, and security tips (WEB-24)', async () => {
    userWith({ apiKey: KEY, api_key_last_used: { at: '2026-11-22T14:02:00.000Z', client: 'Claude Desktop' } });
    await openPage('/api-keys', { signedIn: true });
    expect(await screen.findByText('22 Nov 2026, 14:02 UTC, Claude Desktop')).toBeTruthy();
    const tips = screen.getByRole('region', { name: 'Security tips' });
    expect(within(tips).getAllByRole('listitem')).toHaveLength(3);
  });

  it('that was revoked elsewhere is gone when the page opens (WEB-24)', async () => {
    const had = { ...mara, api_key_last_used: null, apiKey: KEY };
    const has = { ...mara, api_key_last_used: null };
    answers('GET /api/auth/me', { success: true, user: had, data: had }, { success: true, user: has, data: has });
    const { store } = await openPage('/api-keys', { signedIn: true });
    await waitFor(() => expect(store.getState().session.user?.apiKey).toBeUndefined());
    expect(await screen.findByText('You have no API key yet.')).toBeTruthy();
  });

  it.each([
    ['Rotate', 'Rotate key', 'POST /api/api-key/rotate', { apiKey: NEW_KEY }, 'prc_ZYXW••••••••••••'],
    ['Revoke', 'Revoke', 'PUT /api/api-key/revoke', {}, 'You have no API key yet.'],
  ])(
    'is read again when the answer to %s was lost: it may have taken effect (WEB-24)',
    async (open, press, call, has, text) => {
      const before = { ...mara, api_key_last_used: null, apiKey: KEY };
      const after = { ...mara, api_key_last_used: null, ...has };
      answers('GET /api/auth/me', { user: before }, { user: before }, { user: after });
      answers(call, { status: 0 });
      const { user } = await openPage('/api-keys', { signedIn: true });
      await user.click(await screen.findByRole('button', { name: open }));
      await user.click((await inDialog()).getByRole('button', { name: press }));
      expect(await screen.findByText(text)).toBeTruthy();
    },
  );

  it('that was just made is not undone by a late answer to an earlier request (WEB-24)', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    const none = { ...mara, api_key_last_used: null };
    const late = () => held.then(() => ({ user: none }));
    answers('GET /api/auth/me', { user: none }, late, { user: { ...none, apiKey: NEW_KEY, name: 'Mara L.' } });
    answers('POST /api/api-key/generate', { success: true, apiKey: NEW_KEY });
    const { user } = await openPage('/api-keys', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Generate API Key' }));
    expect(await shownKey()).toBe(NEW_KEY);
    release();
    await screen.findByRole('button', { name: 'Mara L.' });
    expect(await shownKey()).toBe(NEW_KEY);
  });

  it('is read again after a lost answer also when an earlier read is still under way (WEB-24)', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    const before = { ...mara, api_key_last_used: null, apiKey: KEY };
    const early = () => held.then(() => ({ user: before }));
    answers('GET /api/auth/me', { user: before }, early, { user: { ...before, apiKey: NEW_KEY } });
    answers('POST /api/api-key/rotate', { status: 0 });
    const { user } = await openPage('/api-keys', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Rotate' }));
    await user.click((await inDialog()).getByRole('button', { name: 'Rotate key' }));
    await screen.findByText('Failed to rotate API key');
    release();
    expect(await screen.findByText('prc_ZYXW••••••••••••')).toBeTruthy();
  });

  it('stays when the user cannot be read again on the next page (WEB-24)', async () => {
    const none = { ...mara, api_key_last_used: null };
    answers('GET /api/auth/me', { user: none }, { user: none }, { status: 503, error: 'Away' });
    answers('POST /api/api-key/generate', { success: true, apiKey: NEW_KEY });
    for (const part of ['usage/summary', 'usage/clients', 'subscription/my-plan'])
      answers(`GET /api/${part}`, { status: 503, error: 'Away' });
    const { user, store } = await openPage('/api-keys', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Generate API Key' }));
    expect(await shownKey()).toBe(NEW_KEY);
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByText('Failed to load usage summary');
    await waitFor(() => expect(received['GET /api/auth/me']).toHaveLength(3));
    await waitFor(() => {
      const { queries } = store.getState().api;
      expect(Object.values(queries).every((query) => query?.status !== 'pending')).toBe(true);
    });
    expect(store.getState().session.user?.apiKey).toBe(NEW_KEY);
  });
});
