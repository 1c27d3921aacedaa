import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { chromiumPath } from './chromium-path.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];

/** The machine's Chromium, shared by several processes, which connect to its `wsEndpoint()`; `make test-web` installs it. */
export function startBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: chromiumPath(), args: FLAGS, host: '127.0.0.1' });
}

/** A connection to the browser. Closing it closes only the windows that it opened. */
export function joinBrowser(wsEndpoint: string): Promise<Browser> {
  return chromium.connect(wsEndpoint);
}
