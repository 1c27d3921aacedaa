import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine, or the one that CHROMIUM names; undefined when there is none. */
export function chromiumPath() {
  return [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
}
