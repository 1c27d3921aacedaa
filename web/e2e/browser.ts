import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { chromiumPath } from './chromium-path.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];

/** The machine's Chromium, for several processes, which reach it at its `wsEndpoint()`; `make test-web` puts it there. */
export function startBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: chromiumPath(), args: FLAGS, host: '127.0.0.1' });
}

/** A connection to it. Closing the connection closes the windows that it has opened, and no others. */
export function joinBrowser(wsEndpoint: string): Promise<Browser> {
  return chromium.connect(wsEndpoint);
}
