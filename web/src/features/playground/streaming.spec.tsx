import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { gateway } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';
import { lock, monthWith, WATCH } from './testing/playground-gateway';

/** A call that streams events: the request of the page, and the response. */
class Streamed {
  readonly asked: { accept: string | null; key: string | null }[] = [];
  private control?: ReadableStreamDefaultController<Uint8Array>;

  /** The first call is a stream; later ones get a complete answer. */
  constructor() {
    gateway.use(
      http.post('*/api/youtube/playground/summarize', ({ request: { headers } }) => {
        this.asked.push({ accept: headers.get('accept'), key: headers.get('idempotency-key') });
        if (this.asked.length > 1) return HttpResponse.json({ success: true, data: lock });
        const body = new ReadableStream<Uint8Array>({
          start: (control) => void (this.control = control),
        });
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } });
      }),
    );
  }

  get isOpen(): boolean {
    return this.control !== undefined;
  }

  say(event: string, data: object): void {
    this.control!.enqueue(new TextEncoder().encode(`:\n\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  }

  end(): void {
    this.control!.close();
  }

  break(): void {
    this.control!.error(new TypeError('network error'));
  }
}

async function ask() {
  monthWith(10, 9);
  const stream = new Streamed();
  const page = await openPage('/playground', { signedIn: true });
  await page.user.type(await screen.findByLabelText('YouTube address'), WATCH);
  await page.user.click(await screen.findByRole('button', { name: 'Show Summary' }));
  await waitFor(() => expect(stream.isOpen).toBe(true));
  return { ...page, stream };
}

describe('a summary that comes as events', () => {
  it('shows the stage from the server and each sentence as it comes, then the whole (WEB-27, SUM-16)', async () => {
    const { stream } = await ask();
    expect(stream.asked[0].accept).toMatch(/^text\/event-stream/);
    stream.say('progress', { stage: 'reading' });
    stream.say('progress', { stage: 'writing' });
    expect(await screen.findByText('Writing the summary')).toBeTruthy();
    const working = screen.getByRole('region', { name: 'The summary is being made' });
    for (const [index, { text }] of lock.sentences.entries()) {
      stream.say('sentence', { index, text });
      const said = await within(working).findByText(text);
      expect(said.parentElement!.getAttribute('aria-live')).toBe('polite');
      expect(said.parentElement!.children).toHaveLength(index + 1);
    }
    stream.say('usage', { limit: 100, remaining: 9, reset: 0 });
    stream.say('done', lock);
    stream.end();
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
    expect(await screen.findByText('Used 1 video · 9 left this month')).toBeTruthy();
    expect(stream.asked).toHaveLength(1);
  });

  it.each(['break', 'end'] as const)(
    'is requested as a whole with the same key when the stream is lost by its %s (WEB-27, QUOTA-11)',
    async (how) => {
      const { stream } = await ask();
      stream.say('progress', { stage: 'writing' });
      stream.say('sentence', { index: 0, text: 'A boat' });
      expect(await screen.findByText('A boat')).toBeTruthy();
      stream[how]();
      expect(await screen.findByText(/it is charged only once/)).toBeTruthy();
      expect(screen.queryByText('A boat')).toBeNull();
      expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
      expect(stream.asked[1].accept).not.toMatch(/event-stream/);
      expect(stream.asked[1].key).toBe(stream.asked[0].key);
    },
  );

  it("shows the server's text of an error event, and is not repeated (WEB-33)", async () => {
    const { stream } = await ask();
    stream.say('error', { status_code: 404, code: 'transcript_disabled', error: 'This video has no captions.' });
    expect(await screen.findByText('This video has no captions.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Show Summary' })).toHaveProperty('disabled', false);
    expect(stream.asked).toHaveLength(1);
    expect(sessionStorage.getItem('playground-attempt')).toBeNull();
  });

  it('is ended when the page is left, so that a summary without a sentence yet costs nothing (SUM-16)', async () => {
    monthWith(10);
    const real = globalThis.fetch;
    const signals: AbortSignal[] = [];
    // MSW does not support an answer that breaks off.
    const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async (asked, init) => {
      if (!String(asked).endsWith('/playground/summarize')) return real(asked, init);
      signals.push(init!.signal!);
      const body = new ReadableStream({
        start: (control) => init!.signal!.addEventListener('abort', () => control.error(init!.signal!.reason)),
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    try {
      const { user, unmount } = await openPage('/playground', { signedIn: true });
      await user.type(await screen.findByLabelText('YouTube address'), WATCH);
      await user.click(await screen.findByRole('button', { name: 'Show Summary' }));
      await waitFor(() => expect(signals).toHaveLength(1));
      expect(signals[0].aborted).toBe(false);
      unmount();
      expect(signals[0].aborted).toBe(true);
    } finally {
      fetched.mockRestore();
    }
    expect(signals).toHaveLength(1);
  });
});
