import { screen, waitFor } from '@testing-library/react';
import { received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';
import { lock, monthWith, summarises, WATCH } from './testing/playground-gateway';

const SRT = '1\n00:00:01,000 --> 00:00:03,000\nA lock lifts boats.';
const show = () => screen.findByRole('button', { name: 'Show Summary' });

async function openOwn() {
  const page = await openPage('/playground', { signedIn: true });
  await page.user.click(await screen.findByRole('button', { name: /Your own transcript/ }));
  return page;
}
const paste = async (user: Awaited<ReturnType<typeof openOwn>>['user'], text: string) => {
  await user.click(screen.getByLabelText('Your transcript'));
  await user.paste(text);
};

describe("a transcript of one's own in the playground (WEB-48)", () => {
  it('is pasted, needs no address, and looks up no video', async () => {
    monthWith(10);
    const asked = summarises();
    const { user } = await openOwn();
    await user.type(screen.getByLabelText('Title (optional)'), 'Team meeting');
    await paste(user, SRT);
    await user.click(await show());
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ summary_type: 'auto', transcript: SRT, title: 'Team meeting' }]);
    expect(received['POST /api/youtube/info']).toEqual([]);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('lifts boats');
  });

  it('comes from a file, whose name is its title, beside the address of its video', async () => {
    monthWith(10);
    const asked = summarises();
    const { user } = await openOwn();
    await user.upload(
      screen.getByLabelText('Choose a file', { selector: 'input' }),
      new File([SRT], 'lock lecture.srt'),
    );
    await waitFor(() => expect(screen.getByLabelText('Your transcript')).toHaveProperty('value', SRT));
    await user.type(screen.getByLabelText('YouTube address'), WATCH);
    await user.click(await show());
    await screen.findByText('Video summarized successfully!');
    expect(asked[0].body).toEqual({ url: WATCH, summary_type: 'auto', transcript: SRT, title: 'lock lecture' });
  });

  it.each([
    ['', 'Please paste a transcript or choose a file.'],
    ['A lock lifts boats.', /This text has no times/],
    ['[{"text": ', /JSON is not a list of segments/],
  ])('that cannot be used is reported before any call: %j', async (text, problem) => {
    monthWith(10);
    const asked = summarises();
    const { user } = await openOwn();
    if (text) await paste(user, text);
    await user.click(await show());
    expect(await screen.findByText(problem)).toBeTruthy();
    const field = screen.getByLabelText('Your transcript');
    expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
    expect(asked).toEqual([]);
  });

  it('that is too large is refused before it is read', async () => {
    monthWith(10);
    const { user } = await openOwn();
    const file = new File(['0:00 '.repeat(1_000_000)], 'long.txt');
    await user.upload(screen.getByLabelText('Choose a file', { selector: 'input' }), file);
    expect(await screen.findByText('This transcript is larger than 4.9 MB.')).toBeTruthy();
  });

  it('that the server refuses is named with the reason, and repeated under the same key', async () => {
    monthWith(10);
    const error = 'The transcript cannot be read at line 3: there is no start.';
    const asked = summarises(
      { status: 500 },
      { status: 400, error, code: 'transcript_invalid' },
      { body: { success: true, data: lock } },
    );
    const { user } = await openOwn();
    await paste(user, SRT);
    await user.click(await show());
    await user.click(await screen.findByRole('button', { name: 'Ask again' }));
    expect(await screen.findByRole('heading', { name: 'Your own transcript' })).toBeTruthy();
    expect(await screen.findByText(`Reason: ${error}`)).toBeTruthy();
    expect(screen.getByText(/Correct the transcript at the place named in the reason/)).toBeTruthy();
    expect(asked[1].key).toBe(asked[0].key);
    await user.click(await show());
    await screen.findByText('Video summarized successfully!');
    expect(asked[2].key).not.toBe(asked[0].key);
  });

  it('is left out of the request when its part is closed', async () => {
    monthWith(10);
    const asked = summarises();
    const { user } = await openOwn();
    await paste(user, SRT);
    await user.click(screen.getByRole('button', { name: /Your own transcript/ }));
    await user.type(screen.getByLabelText('YouTube address'), WATCH);
    await user.click(await show());
    await screen.findByText('Video summarized successfully!');
    expect(asked[0].body).toEqual({ url: WATCH, summary_type: 'auto' });
  });
});
