import { existsSync } from 'node:fs';

/** The browser without windows: the same pages in less than half of the processor's time, most of which a new window takes. */
const SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine, or the one that CHROMIUM names; undefined when there is none. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
}
