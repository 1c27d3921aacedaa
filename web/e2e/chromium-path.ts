import { existsSync } from 'node:fs';

/** The headless build: it shows the same pages with less than half of the processor time, most of which is the cost of a new window. */
const SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine, or the one in CHROMIUM; undefined without either. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
}
