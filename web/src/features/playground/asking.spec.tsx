import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { answers, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';
import { lock, monthWith, summarises, WATCH } from './testing/playground-gateway';

const address = () => screen.findByLabelText('YouTube address');
const showButton = () => screen.findByRole('button', { name: 'Show Summary' });

async function openAndAsk(url = WATCH) {
  const page = await openPage('/playground', { signedIn: true });
  await page.user.type(await address(), url);
  await page.user.click(await showButton());
  return page;
}

describe('requesting a summary', () => {
  it("says 'Please enter a YouTube URL' and calls nobody when the address is blank (WEB-27)", async () => {
    monthWith(10);
    const asked = summarises();
    await openAndAsk('   ');
    expect(await screen.findByText('Please enter a YouTube URL')).toBeTruthy();
    expect((await address()).getAttribute('aria-invalid')).toBe('true');
    expect(asked).toEqual([]);
  });

  it("says 'Please enter a valid YouTube URL' and calls nobody when it names no video (WEB-27)", async () => {
    monthWith(10);
    const asked = summarises();
    await openAndAsk('https://example.com/watch?v=precisDemo1');
    expect(await screen.findByText('Please enter a valid YouTube URL')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it("has a field of type url, and reads 'Processing...' with what is known while it works (WEB-27)", async () => {
    monthWith(10);
    let answer: (value?: unknown) => void = () => undefined;
    summarises(new Promise((resolve) => (answer = resolve)));
    await openAndAsk();
    expect((await address()).getAttribute('type')).toBe('url');
    const button = await screen.findByRole('button', { name: 'Processing...' });
    expect(button).toHaveProperty('disabled', true);
    expect(await screen.findByRole('heading', { name: 'How a canal lock lifts a boat' })).toBeTruthy();
    expect(screen.getByText('English · 3:06')).toBeTruthy();
    expect(screen.getByText('0:00 so far')).toBeTruthy();
    answer();
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
  });

  it('goes on, asked once, when the appearance changes meanwhile (WEB-27)', async () => {
    monthWith(10);
    const asked = summarises(new Promise(() => undefined));
    const { user } = await openAndAsk();
    expect(await screen.findByRole('heading', { name: 'How a canal lock lifts a boat' })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Appearance'), 'Dark');
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeTruthy();
    expect(asked).toHaveLength(1);
    await user.selectOptions(screen.getByLabelText('Appearance'), 'System');
  });

  it('never shows the title of an earlier video, which arrives after its summary (WEB-27)', async () => {
    monthWith(10);
    const about = (title: string) => ({
      success: true,
      data: { video_id: lock.video_id, title, transcript_available: true, available_languages: ['en'], languages: [] },
    });
    let arrive: (value?: unknown) => void = () => undefined;
    const late = new Promise((resolve) => (arrive = resolve)).then(() => about('The earlier video'));
    answers('POST /api/youtube/info', () => late, about('The video of this request'));
    summarises({}, new Promise(() => undefined));
    const { user } = await openAndAsk();
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
    await user.clear(await address());
    await user.type(await address(), 'https://youtu.be/dQw4w9WgXcQ');
    await user.click(await showButton());
    expect(await screen.findByRole('heading', { name: 'The video of this request' })).toBeTruthy();
    arrive();
    await expect(screen.findByRole('heading', { name: 'The earlier video' }, { timeout: 300 })).rejects.toThrow();
  });

  it('asks for the chosen type and focus, and reads the usage again after success (WEB-28)', async () => {
    monthWith(10, 9);
    const asked = summarises();
    const { user } = await openPage('/playground', { signedIn: true });
    await user.type(await address(), ` ${WATCH}`);
    await user.click(screen.getByLabelText('Detail'));
    await user.click(screen.getByRole('button', { name: /Focus/ }));
    await user.type(screen.getByLabelText('What should the summary focus on?'), 'the water');
    await user.click(await showButton());
    expect(await screen.findByText('Used 1 video · 9 left this month')).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ url: WATCH, summary_type: 'detail', custom_prompt: 'the water' }]);
    expect(screen.getByText(/Focus not applied/)).toBeTruthy();
  });

  it('sends one request for a double click (WEB-27)', async () => {
    monthWith(10);
    const asked = summarises();
    const { user } = await openPage('/playground', { signedIn: true });
    await user.type(await address(), WATCH);
    await user.dblClick(await showButton());
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
    expect(asked).toHaveLength(1);
  });

  it('fills the address from a sample, and from the clipboard (WEB-27)', async () => {
    monthWith(10);
    const { user } = await openPage('/playground', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: /How a canal lock/ }));
    expect(await address()).toHaveProperty('value', WATCH);
    jest.spyOn(navigator.clipboard, 'readText').mockResolvedValue('https://youtu.be/dQw4w9WgXcQ ');
    await user.click(screen.getByRole('button', { name: 'Paste' }));
    await waitFor(async () => expect(await address()).toHaveProperty('value', 'https://youtu.be/dQw4w9WgXcQ'));
  });
});

describe('a summary that fails', () => {
  it("shows the server's text, and the page is ready for another summary (WEB-33)", async () => {
    monthWith(10);
    summarises({ status: 404, error: 'This video has no captions.', code: 'transcript_disabled' });
    await openAndAsk();
    expect(await screen.findByText('This video has no captions.')).toBeTruthy();
    expect(await showButton()).toHaveProperty('disabled', false);
    expect(received['GET /api/usage/summary']).toHaveLength(1);
  });

  it("says 'Failed to summarize video' when the server sends no text (WEB-33)", async () => {
    monthWith(10);
    summarises({ status: 500 });
    await openAndAsk();
    expect(await screen.findByText('Failed to summarize video')).toBeTruthy();
  });

  it('reads the usage again after a 429, and is locked when nothing remains (WEB-28)', async () => {
    monthWith(1, 0);
    summarises({ status: 429, error: 'Monthly limit reached.', code: 'quota_exceeded' });
    await openAndAsk();
    expect(await screen.findByText('Monthly limit reached.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Limit Reached' })).toHaveProperty('disabled', true);
  });
});
