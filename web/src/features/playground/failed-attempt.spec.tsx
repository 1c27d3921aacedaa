import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answers, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';
import { lock, monthWith, storedRow, summarises, WATCH } from './testing/playground-gateway';

const card = async () => within(await screen.findByRole('region', { name: lock.title }));
const showButton = () => screen.findByRole('button', { name: 'Show Summary' });
const address = () => screen.findByLabelText<HTMLInputElement>('YouTube address');

async function ask(url = WATCH) {
  const page = await openPage('/playground', { signedIn: true });
  await page.user.type(await address(), url);
  await page.user.click(await showButton());
  return page;
}

describe('a summary that failed', () => {
  it('is named on the page with its video, the reason, what to do and that nothing was charged (WEB-43)', async () => {
    monthWith(10);
    const asked = summarises({ status: 404, error: 'This video has no captions.', code: 'transcript_disabled' }, {});
    const { user } = await ask();
    const shown = await card();
    expect(document.activeElement).toBe(shown.getByRole('heading'));
    expect(shown.getByText(WATCH)).toBeTruthy();
    expect(shown.getByText('Reason: This video has no captions.')).toBeTruthy();
    expect(shown.getByText(/^Choose a video that has captions/)).toBeTruthy();
    expect(shown.getByText('Nothing was charged.')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Ask again' }));
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
    expect(asked).toHaveLength(2);
    expect(screen.queryByText('Nothing was charged.')).toBeNull();
  });

  it('replaces the summary of another video (WEB-43)', async () => {
    monthWith(10);
    summarises({}, { status: 404, error: 'This video is private.', code: 'video_private' });
    const { user } = await ask();
    await screen.findByRole('article');
    await user.clear(await address());
    await user.type(await address(), 'https://youtu.be/precis-priv');
    await user.click(await showButton());
    await screen.findByText('Reason: This video is private.');
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Video' })).toBeNull();
    expect(screen.queryByText('Three ways to read a video')).toBeNull();
  });

  it('does not claim that nothing was charged when that is unknown (WEB-43)', async () => {
    monthWith(10);
    summarises({ status: 500, error: 'Something failed.' });
    await ask();
    const shown = await card();
    expect(shown.getByText('Reason: Something failed.')).toBeTruthy();
    expect(shown.queryByText('Nothing was charged.')).toBeNull();
    expect(shown.getByText(/ask for the same summary again to see it at no further cost/)).toBeTruthy();
  });

  it("with `success: false` and status 200 shows the server's text immediately, and is not repeated (WEB-42)", async () => {
    monthWith(10);
    const asked = summarises({ body: { success: false, error: 'The model is on holiday.' } });
    await ask();
    expect(await screen.findByText('The model is on holiday.')).toBeTruthy();
    expect(await (await card()).findByText('Nothing was charged.')).toBeTruthy();
    expect(asked).toHaveLength(1);
    expect(sessionStorage.getItem('playground-attempt')).toBeNull();
  });

  it("with `success: false` and no text says 'Failed to summarize video' (WEB-33, WEB-42)", async () => {
    monthWith(10);
    const asked = summarises({ body: { success: false } });
    await ask();
    expect(await screen.findByText('Failed to summarize video')).toBeTruthy();
    expect(asked).toHaveLength(1);
  });
});

describe('an interrupted network', () => {
  afterEach(() => jest.useRealTimers());

  it('is retried twice within 8 s, then the page reports it (WEB-27, WEB-43)', async () => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
    monthWith(10);
    const asked = summarises({ status: 0 });
    await ask();
    await waitFor(() => expect(asked).toHaveLength(1));
    await screen.findByText(/it is charged only once/);
    // Lets time pass, with the network's answers in between.
    const begun = Date.now();
    while (asked.length < 3 && Date.now() - begun < 8_000) await act(() => jest.advanceTimersByTimeAsync(500));
    const shown = await card();
    expect(shown.getByText('Check your connection, then ask again.')).toBeTruthy();
    expect(shown.queryByText('Nothing was charged.')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  });
});

describe('while a summary is made', () => {
  it('the next request can be written, and is not sent by Enter (WEB-27)', async () => {
    monthWith(10);
    const asked = summarises(new Promise(() => undefined));
    const { user } = await ask();
    await screen.findByRole('button', { name: 'Processing...' });
    await user.clear(await address());
    await user.type(await address(), 'https://youtu.be/precisDemo2{Enter}');
    expect((await address()).value).toBe('https://youtu.be/precisDemo2');
    await user.click(screen.getByLabelText('Detail'));
    expect(screen.getByLabelText('Detail')).toHaveProperty('checked', true);
    expect(asked).toHaveLength(1);
  });

  it('a user who writes the next request keeps the focus when the summary comes (WEB-27)', async () => {
    monthWith(10);
    let answer: (value?: unknown) => void = () => undefined;
    summarises(new Promise((resolve) => (answer = resolve)));
    const { user } = await ask();
    await user.type(await address(), '2');
    answer();
    await screen.findByRole('article');
    expect(document.activeElement).toBe(await address());
  });

  it('it can be cancelled: the call is ended, and the same request keeps its key (WEB-43, QUOTA-11)', async () => {
    monthWith(10);
    const asked = summarises(new Promise(() => undefined), {});
    const { user } = await ask();
    await waitFor(() => expect(asked).toHaveLength(1));
    await screen.findByRole('heading', { name: lock.title });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const shown = await card();
    expect(shown.getByText('Cancelled')).toBeTruthy();
    expect(shown.getByText(/^If the summary was made before you cancelled/)).toBeTruthy();
    expect(screen.queryByText('Failed to summarize video')).toBeNull();
    expect(await showButton()).toHaveProperty('disabled', false);
    await user.click(await showButton());
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
    expect(asked[1]).toEqual(asked[0]);
  });

  it('the last video of the month can be asked for again after a cancel, because it may have been charged (WEB-43, QUOTA-11)', async () => {
    monthWith(1, 0);
    answers(
      'GET /api/youtube/summaries',
      { success: true, summaries: [], next: null },
      { success: true, summaries: [storedRow], next: null },
    );
    const asked = summarises(new Promise(() => undefined), {});
    const { user } = await ask();
    await waitFor(() => expect(asked).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Limit Reached' })).toHaveProperty('disabled', true);
    expect(await screen.findByText(storedRow.title)).toBeTruthy();
    await user.click((await card()).getByRole('button', { name: 'Ask again' }));
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
    expect(asked[1]).toEqual(asked[0]);
  });

  it('a failure that cost nothing cannot be repeated when no video is left (WEB-43, WEB-28)', async () => {
    monthWith(1, 0);
    summarises({ status: 429, error: 'You have used all videos.', code: 'quota_exceeded' });
    await ask();
    expect(await screen.findByRole('button', { name: 'Limit Reached' })).toBeTruthy();
    const shown = await card();
    expect(shown.getByText('Nothing was charged.')).toBeTruthy();
    expect(shown.queryByRole('button', { name: 'Ask again' })).toBeNull();
  });

  it('a repeat can be cancelled too, and none follows (WEB-43)', async () => {
    monthWith(10);
    const asked = summarises({ status: 0 });
    const { user } = await ask();
    await screen.findByText(/it is charged only once/);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Cancelled');
    const sent = asked.length;
    expect(await showButton()).toHaveProperty('disabled', false);
    answers('POST /api/youtube/playground/summarize', { success: true, data: lock });
    await user.type(await address(), ' ');
    expect(asked).toHaveLength(sent);
    expect(received['POST /api/youtube/playground/summarize']).toEqual([]);
  });
});
