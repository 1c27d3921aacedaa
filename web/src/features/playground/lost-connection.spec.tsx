import { screen, waitFor } from '@testing-library/react';
import { openPage } from '../../testing/open-page';
import { monthWith, summarises, WATCH } from './testing/playground-gateway';

async function ask() {
  const page = await openPage('/playground', { signedIn: true });
  await page.user.type(await screen.findByLabelText('YouTube address'), WATCH);
  await page.user.click(await screen.findByRole('button', { name: 'Show Summary' }));
  return page;
}

describe('a connection that is lost in the middle of a summary', () => {
  it('is repeated with the same key, and finds its result instead of paying twice (WEB-27)', async () => {
    monthWith(10);
    const asked = summarises({ status: 0 }, { status: 409, code: 'idempotency_key_in_use' }, {});
    await ask();
    expect(await screen.findByText(/it is charged only once/)).toBeTruthy();
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
    expect(asked).toHaveLength(3);
    expect(asked[0].key).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  });

  it('finds its result by itself after a reload of the page (WEB-27)', async () => {
    monthWith(10);
    const asked = summarises(new Promise(() => undefined), {});
    const { unmount } = await ask();
    await waitFor(() => expect(asked).toHaveLength(1));
    unmount();
    await openPage('/playground', { signedIn: true });
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
    expect(screen.getByLabelText('YouTube address')).toHaveProperty('value', WATCH);
    expect(asked[1]).toEqual(asked[0]);
  });

  it('keeps its key for the next equal request when the server fails (WEB-27)', async () => {
    monthWith(10);
    const asked = summarises({ status: 503, error: 'Away for a moment.' }, {});
    const { user } = await ask();
    await screen.findByText('Away for a moment.');
    await user.click(await screen.findByRole('button', { name: 'Show Summary' }));
    await screen.findByText('Video summarized successfully!');
    expect(asked[1]).toEqual(asked[0]);
  });

  it('keeps its key for an equal request much later: it may have been paid (WEB-27, QUOTA-11)', async () => {
    monthWith(10);
    const asked = summarises({ status: 503, error: 'Away for a moment.' }, {});
    const { user, unmount } = await ask();
    await screen.findByText('Away for a moment.');
    const kept = JSON.parse(sessionStorage.getItem('playground-attempt')!) as { startedAtMs: number };
    const anHourAgo = { ...kept, startedAtMs: kept.startedAtMs - 3_600_000, hasFailed: false };
    sessionStorage.setItem('playground-attempt', JSON.stringify(anHourAgo));
    unmount();
    await openPage('/playground', { signedIn: true });
    // Without a click, the page no longer waits for it.
    expect(await screen.findByText('Three ways to read a video')).toBeTruthy();
    expect(asked).toHaveLength(1);
    await user.type(await screen.findByLabelText('YouTube address'), WATCH);
    await user.click(await screen.findByRole('button', { name: 'Show Summary' }));
    await screen.findByText('Video summarized successfully!');
    expect(asked[1]).toEqual(asked[0]);
  });

  it('keeps its key when a repeat is throttled: the first try may have been paid (WEB-27)', async () => {
    monthWith(10);
    const asked = summarises({ status: 0 }, { status: 429, code: 'throttled', error: 'Slow down.' }, {});
    const { user } = await ask();
    await screen.findByText('Slow down.');
    await user.click(await screen.findByRole('button', { name: 'Show Summary' }));
    await screen.findByText('Video summarized successfully!');
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  });

  it('continues after the login when the session ended meanwhile (WEB-7, WEB-27)', async () => {
    monthWith(10);
    const asked = summarises({ status: 0 }, { status: 401, code: 'session_expired', error: 'Please log in.' }, {});
    const { path, unmount } = await ask();
    await waitFor(() => expect(path()).toBe('/login?next=%2Fplayground'));
    unmount();
    await openPage('/playground', { signedIn: true });
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  });

  it('has a new key after a success, and for another type (WEB-27)', async () => {
    monthWith(10);
    const asked = summarises({});
    const { user } = await ask();
    await screen.findByText('Video summarized successfully!');
    await user.click(await screen.findByRole('button', { name: 'Show Summary' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    await user.click(await screen.findByLabelText('Short'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Show Summary' })).toHaveProperty('disabled', false));
    await user.click(screen.getByRole('button', { name: 'Show Summary' }));
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
  });

  it('is not taken up by another account of this browser (WEB-27)', async () => {
    monthWith(10);
    const asked = summarises({});
    sessionStorage.setItem(
      'playground-attempt',
      JSON.stringify({ key: 'k', url: WATCH, type: 'auto', focus: '', startedAtMs: Date.now(), accountId: 'other' }),
    );
    await openPage('/playground', { signedIn: true });
    expect(await screen.findByText('Three ways to read a video')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});
