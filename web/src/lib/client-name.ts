import Bowser from 'bowser';

/** What a call without a name counts as (QUOTA-18). */
const PLAYGROUND = 'web playground';

/** Short for what the library names in full. */
const BROWSERS: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Chrome Headless': 'Headless Chrome',
};
/** What a text without a name of a browser gives. */
const NO_BROWSER = ['', 'Mozilla'];

/**
 * How people call a client that names itself as browsers do, "Safari on iPhone"; others by the name that they gave themselves (WEB-45). A nameless
 * one is `nameless`.
 */
export function clientName(client: string, nameless: string): string {
  const named = client.trim();
  if (named === '') return nameless;
  if (named === PLAYGROUND) return 'Web playground';
  if (!named.startsWith('Mozilla/')) return named;
  const { browser, os, platform } = Bowser.parse(named);
  const name = browser.name ?? '';
  const device = platform.model?.startsWith('iP') ? platform.model : os.name;
  if (NO_BROWSER.includes(name)) return device ? `Browser on ${device}` : named;
  return device ? `${BROWSERS[name] ?? name} on ${device}` : (BROWSERS[name] ?? name);
}
