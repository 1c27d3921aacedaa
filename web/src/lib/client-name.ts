import Bowser from 'bowser';

/** The client name of calls from the playground (QUOTA-18). */
const PLAYGROUND = 'web playground';

/** Short names in place of the library's full names. */
const BROWSERS: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Chrome Headless': 'Headless Chrome',
};
/** The library's answer for a text without the name of a browser. */
const NO_BROWSER = ['', 'Mozilla'];

/**
 * A readable name of a client: "Safari on iPhone" for a browser, and for other clients the name that they gave themselves (WEB-45). A
 * client without a name is shown as `fallback`.
 */
export function clientName(client: string, fallback: string): string {
  const named = client.trim();
  if (named === '') return fallback;
  if (named === PLAYGROUND) return 'Web playground';
  if (!named.startsWith('Mozilla/')) return named;
  const { browser, os, platform } = Bowser.parse(named);
  const name = browser.name ?? '';
  const device = platform.model?.startsWith('iP') ? platform.model : os.name;
  if (NO_BROWSER.includes(name)) return device ? `Browser on ${device}` : named;
  return device ? `${BROWSERS[name] ?? name} on ${device}` : (BROWSERS[name] ?? name);
}
