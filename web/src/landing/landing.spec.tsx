import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { browser } from '../lib/browser';
import { leaveMessage } from '../lib/left-message';
import { keepSessionToken, sessionToken } from '../lib/session-token';
import { answers, info, mara, received } from '../testing/gateway';
import { freshToken } from '../testing/open-page';
import { LOAD_MS } from './embedded-video';
import { Landing } from './landing';
import { prerendered } from './prerender';
import { shownSentences } from './real-answers';
import { TOAST_MS } from './toast';

const plans = [
  { key: 'free', price: 0 },
  { key: 'basic', price: 9 },
];

const social = { community: 'https://chat.example/precis', microblog: 'https://micro.example/@precis' };

beforeEach(() => answers('GET /api/subscription/plans', { success: true, plans }));

const main = () => within(screen.getByRole('main'));

describe('the landing page for a visitor', () => {
  it('has Get Started to /register and Documentation to /docs (WEB-14)', async () => {
    render(<Landing />);
    await screen.findByText('$9.00');
    for (const link of main().getAllByRole('link', { name: 'Get Started' })) {
      expect(link.getAttribute('href')).toBe('/register');
    }
    expect(main().getByRole('link', { name: 'Documentation' }).getAttribute('href')).toBe('/docs');
    expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign Up' })).toBeTruthy();
  });

  it('has three features, three steps and a call to sign up (WEB-14)', async () => {
    render(<Landing />);
    await screen.findByText('$9.00');
    expect(
      within(screen.getByRole('region', { name: 'What you can rely on' })).getAllByRole('heading', { level: 3 }),
    ).toHaveLength(3);
    expect(within(screen.getByRole('region', { name: 'How it works' })).getAllByRole('listitem')).toHaveLength(3);
    expect(main().getAllByRole('link', { name: 'Get Started' })).toHaveLength(2);
  });

  it('says that 3 videos a month are free (QUOTA-7)', async () => {
    render(<Landing />);
    await screen.findByText('$9.00');
    expect(main().getByText('3 videos a month are free. No card needed.')).toBeTruthy();
  });

  it('shows a dash for prices that it could not ask for (WEB-14)', async () => {
    answers('GET /api/subscription/plans', { status: 503, error: 'Away' });
    render(<Landing />);
    await waitFor(() => expect(received['GET /api/subscription/plans']).toHaveLength(1));
    const prices = screen.getByRole('region', { name: 'Prices at a glance' });
    expect(within(prices).getAllByText('–')).toHaveLength(4);
    expect(within(prices).queryByText(/\$/)).toBeNull();
  });

  it('highlights the tick of a sentence and the sentence of a tick (WEB-14)', async () => {
    const user = userEvent.setup();
    render(<Landing />);
    await screen.findByText('$9.00');
    const { text } = shownSentences[4];
    const [tick, sentence] = screen.getAllByRole('button', { name: new RegExp(text.slice(0, 30)) });
    await user.hover(sentence);
    expect(tick.className).toBe('activeTick');
    await user.unhover(sentence);
    expect(tick.className).toBe('tick');
    act(() => tick.focus());
    expect(sentence.className).toBe('lit');
    await user.keyboard('{Enter}');
    expect(sentence.getAttribute('aria-pressed')).toBe('true');
  });

  it('is complete before any script runs, and the script keeps it as it is (WEB-14)', async () => {
    const root = document.createElement('div');
    document.body.append(root);
    const builtLastYear = jest.spyOn(Date.prototype, 'getUTCFullYear').mockReturnValue(2025);
    root.innerHTML = prerendered();
    builtLastYear.mockRestore();
    expect(root.querySelector('h1')?.textContent).toBe('Summaries that show their evidence.');
    const differences: unknown[] = [];
    const page = hydrateRoot(root, <Landing />, { onRecoverableError: (error) => differences.push(error) });
    await screen.findByText('$9.00');
    expect(differences).toEqual([]);
    expect(root.textContent).toContain(`© ${new Date().getUTCFullYear()} Precis`);
    act(() => page.unmount());
    root.remove();
  });
});

describe('the landing page for a signed-in user', () => {
  it('stays open, and its call to action is Go to dashboard (WEB-5)', async () => {
    keepSessionToken(freshToken());
    answers('GET /api/auth/me', { success: true, user: mara, data: mara });
    render(<Landing />);
    const [link] = await main().findAllByRole('link', { name: 'Go to dashboard' });
    expect(link.getAttribute('href')).toBe('/dashboard');
    expect(main().queryByRole('link', { name: 'Get Started' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Mara Lindqvist' })).toBeTruthy();
    expect(screen.getByText('$41.85')).toBeTruthy();
    expect(received['GET /api/auth/me']).toHaveLength(1);
  });

  it('drops a token that the server refuses, and goes to /login as every page does (WEB-5, WEB-7)', async () => {
    const left = jest.spyOn(browser, 'goTo').mockImplementation(() => undefined);
    keepSessionToken(freshToken());
    answers('GET /api/auth/me', { status: 401, error: 'Session ended' });
    render(<Landing />);
    await waitFor(() => expect(left.mock.calls).toEqual([['/login']]));
    expect(sessionToken()).toBeNull();
    left.mockRestore();
  });

  it('leaves a session alone that began while the previous one was refused (WEB-7)', async () => {
    const left = jest.spyOn(browser, 'goTo').mockImplementation(() => undefined);
    keepSessionToken(freshToken());
    const other = freshToken(1_000);
    answers('GET /api/auth/me', () => {
      keepSessionToken(other);
      return { status: 401, error: 'Session ended' };
    });
    render(<Landing />);
    await main().findAllByRole('link', { name: 'Go to dashboard' });
    expect(sessionToken()).toBe(other);
    expect(left).not.toHaveBeenCalled();
    left.mockRestore();
  });

  it('drops an expired token without asking (WEB-5)', async () => {
    keepSessionToken(freshToken(-10));
    answers('GET /api/auth/me', { status: 500 });
    render(<Landing />);
    await screen.findByText('$9.00');
    expect(sessionToken()).toBeNull();
    expect(received['GET /api/auth/me']).toEqual([]);
  });

  it.each([503, 0])(
    'keeps the token when the server is away (%s), and leads to the dashboard (WEB-5)',
    async (status) => {
      keepSessionToken(freshToken());
      answers('GET /api/auth/me', { status, error: 'Away' });
      render(<Landing />);
      await main().findAllByRole('link', { name: 'Go to dashboard' });
      expect(sessionToken()).not.toBeNull();
      expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
    },
  );

  it('logs out here even when the call fails, and says so (WEB-8)', async () => {
    keepSessionToken(freshToken());
    answers('POST /api/auth/logout', { status: 503, error: 'Away' });
    const user = userEvent.setup();
    render(<Landing />);
    await user.click(await screen.findByRole('button', { name: 'Mara Lindqvist' }));
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(sessionToken()).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('You have been logged out');
    expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
    await waitFor(() => expect(received['POST /api/auth/logout']).toHaveLength(1));
  });
});

describe('a message that was left for the landing page', () => {
  it('is shown once, for 5 seconds (WEB-31)', async () => {
    leaveMessage('/', 'You have been logged out');
    render(<Landing />);
    await screen.findByText('$9.00');
    const toast = () => screen.getByRole('status').textContent;
    expect(toast()).toBe('You have been logged out');
    expect(TOAST_MS).toBe(5_000);
    await waitFor(() => expect(toast()).toBe(''), { timeout: 8_000 });
    expect(sessionStorage.length).toBe(0);
  });
});

describe('videos of the landing page', () => {
  const real = Object.getOwnPropertyDescriptor(window, 'matchMedia')!;
  const wide = (matches: boolean) =>
    Object.defineProperty(window, 'matchMedia', {
      configurable: true,
      value: (query: string) => ({
        matches: query.includes('min-width') && matches,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }),
    });
  // jsdom has no layout: here everything is in view at once.
  globalThis.IntersectionObserver = class {
    constructor(private readonly seen: (entries: { isIntersecting: boolean }[]) => void) {}
    observe = () => this.seen([{ isIntersecting: true }]);
    disconnect = () => undefined;
  } as never;
  const hero = 'https://youtu.be/abc_DEF-123';
  /** Renders the page of a deployment with these videos. */
  const landing = (videos: { hero?: string; promo?: string }) => {
    answers('GET /api/info', { ...info, social, videos: { hero: null, promo: null, ...videos } });
    return render(<Landing />);
  };
  /** The links appear together with everything else from GET /api/info. */
  const settled = () => screen.findByRole('link', { name: 'Microblog' });
  afterEach(() => {
    jest.useRealTimers();
    Object.defineProperty(window, 'matchMedia', real);
  });

  it('are absent where none is configured (WEB-14)', async () => {
    wide(true);
    const { container } = landing({});
    await settled();
    expect(container.querySelector('iframe')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Play the intro video' })).toBeNull();
  });

  it('hide the intro on small screens (WEB-14)', async () => {
    wide(false);
    landing({ hero });
    await settled();
    expect(screen.queryByRole('button', { name: 'Play the intro video' })).toBeNull();
  });

  it('load the intro when somebody plays it, and show the banner when it fails (WEB-14)', async () => {
    wide(true);
    landing({ hero });
    await screen.findByText('$9.00');
    expect(screen.queryByTitle('Intro video')).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Play the intro video' }));
    const player = screen.getByTitle('Intro video');
    expect(player.getAttribute('src')).toBe(
      'https://www.youtube-nocookie.com/embed/abc_DEF-123?autoplay=1&enablejsapi=1',
    );
    fireEvent.error(player);
    expect(screen.queryByTitle('Intro video')).toBeNull();
    expect(screen.getByRole('img', { name: /with a tick at every moment/ })).toBeTruthy();
  });

  it('show the banner instead of an intro that does not load in time (WEB-14)', async () => {
    wide(true);
    landing({ hero });
    await screen.findByText('$9.00');
    const play = await screen.findByRole('button', { name: 'Play the intro video' });
    expect(LOAD_MS).toBe(10_000);
    jest.useFakeTimers();
    fireEvent.click(play);
    // A browser's own error page fires a load event too.
    fireEvent.load(screen.getByTitle('Intro video'));
    act(() => void jest.advanceTimersByTime(LOAD_MS - 1));
    expect(screen.getByTitle('Intro video')).toBeTruthy();
    act(() => void jest.advanceTimersByTime(1));
    expect(screen.getByRole('img', { name: /with a tick at every moment/ })).toBeTruthy();
  });

  it('show the banner for an intro that is not a video (WEB-14)', async () => {
    wide(true);
    landing({ hero: 'https://example.com/intro' });
    expect(await screen.findByRole('img', { name: /with a tick at every moment/ })).toBeTruthy();
  });

  it('embed the promotional video, and hide it when it cannot be shown (WEB-14)', async () => {
    landing({ promo: 'https://www.youtube.com/watch?v=abc_DEF-123' });
    const player = await screen.findByTitle('Precis in a minute');
    // The player loads once it is observed in view, which is after the frame appears.
    await waitFor(() =>
      expect(player.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/abc_DEF-123?enablejsapi=1'),
    );
    fireEvent.error(player);
    expect(screen.queryByTitle('Precis in a minute')).toBeNull();
  });

  it('request nothing from a promotional video that is not a video (WEB-14)', async () => {
    const { container } = landing({ promo: 'not a video' });
    await settled();
    expect(container.querySelector('iframe')).toBeNull();
  });

  it('reserve their place before the deployment has reported whether it has one (WEB-14)', async () => {
    wide(true);
    const place = () => document.querySelector('.intro');
    landing({ hero });
    expect(place()?.childElementCount).toBe(0);
    await screen.findByRole('button', { name: 'Play the intro video' });
    expect(place()?.childElementCount).toBe(1);
    expect(prerendered()).toContain('class="intro"></div>');
  });
});
