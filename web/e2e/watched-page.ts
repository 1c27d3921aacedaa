import type { Browser, BrowserContext, Page } from 'playwright-core';
import { VIDEO_HOST, VideoHost } from './video-host.ts';

/** A page, and records of what it must never do: log errors, violate its content policy, or contact another host. */
export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  complaints: string[];
  /** Simulates the host of embedded videos; a request to any other host is a complaint. */
  videos: VideoHost;
  /** How much the layout has moved by itself since the page was loaded (CLS). */
  layoutShift(): Promise<number>;
  /**
   * Texts of toasts, and of other places that screen readers announce, since the page was loaded. They are recorded, because each disappears after
   * seconds, and a busy machine may check later.
   */
  toasts(): Promise<string[]>;
}

/** `token`: signed in with it. `isStill`: the user prefers reduced motion. */
export interface PageWish {
  token?: string;
  scheme?: 'light' | 'dark';
  width?: number;
  isStill?: boolean;
}

export async function watchedPage(
  browser: Browser,
  origin: string,
  { token, scheme = 'light', width = 1280, isStill = false }: PageWish = {},
): Promise<WatchedPage> {
  const reducedMotion = isStill ? 'reduce' : 'no-preference';
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion });
  const complaints: string[] = [];
  const videos = new VideoHost();
  await videos.standIn(context);
  await context.addInitScript(() => {
    const state = window as unknown as { shift: number; toasts: string[] };
    state.shift = 0;
    state.toasts = [];
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.ant-notification-notice, [role="status"]'))
        if (!state.toasts.includes(textContent)) state.toasts.push(textContent);
    }).observe(document, { childList: true, subtree: true, characterData: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) state.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  if (token)
    await context.addInitScript((value) => {
      // A frame of another host has its own storage, or none.
      if (window.top === window) localStorage.setItem('token', value);
    }, token);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && ![origin, VIDEO_HOST].includes(url.origin))
      complaints.push(`foreign host: ${url.origin}`);
  });
  const layoutShift = () => page.evaluate(() => (window as unknown as { shift: number }).shift);
  const toasts = () => page.evaluate(() => (window as unknown as { toasts: string[] }).toasts);
  return { page, context, complaints, videos, layoutShift, toasts };
}
