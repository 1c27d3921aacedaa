/**
 * Rule (decision 15): search engines and YouTube itself hand out addresses that carry the real one inside. They are
 * recognised by an allow-list of hosts and by their exact path, and read without any request.
 */

export const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'gaming.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);

interface Wrapper {
  /** Of the whole `host`: an address with a port of its own is not that site. */
  host: RegExp | { has(host: string): boolean };
  path: RegExp;
  target: (url: URL) => string | null | undefined;
}

const WRAPPERS: Wrapper[] = [
  {
    host: /^(?:www\.|m\.)?google\.(?:com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/,
    path: /^\/url$/,
    // `q` holds the words that were searched for where both are there
    target: ({ searchParams }) => searchParams.get('url') || searchParams.get('q'),
  },
  { host: /^(?:www\.|m\.|[a-z]{2}\.)?bing\.com$/, path: /^\/ck\/a$/, target: ({ searchParams }) => fromBing(searchParams.get('u')) },
  { host: /^(?:www\.|html\.|lite\.|safe\.|noai\.)?duckduckgo\.com$/, path: /^\/l\/?$/, target: ({ searchParams }) => searchParams.get('uddg') },
  { host: /^(?:[a-z]{2}\.)?r\.search\.yahoo\.(?:com|co\.jp)$/, path: /\/RU=/, target: ({ pathname }) => fromYahoo(pathname) },
  { host: /^consent\.youtube\.com$/, path: /^/, target: ({ searchParams }) => searchParams.get('continue') },
  { host: YOUTUBE_HOSTS, path: /^\/redirect$/, target: ({ searchParams }) => searchParams.get('q') },
  { host: YOUTUBE_HOSTS, path: /^\/attribution_link$/, target: ({ searchParams }) => searchParams.get('u') },
];

/** The address or path that `url` wraps, unchecked; null when it is no wrapper or an empty one. Never throws. */
export function wrappedTarget(url: URL): string | null {
  const wrapper = WRAPPERS.find(({ host, path }) => (host instanceof RegExp ? host.test(url.host) : host.has(url.host)) && path.test(url.pathname));
  return wrapper?.target(url) || null;
}

/** `a1` and the address in base64url. */
function fromBing(packed: string | null): string | null {
  const base64 = /^a1([A-Za-z0-9_-]+)={0,2}$/.exec(packed ?? '')?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64url').toString('utf8');
}

/** One part of the path among others, percent-encoded: `/RV=2/RE=1700000000/RO=10/RU=https%3a%2f%2f.../RK=2/RS=...`. */
function fromYahoo(pathname: string): string | null {
  const part = pathname.split('/').find((one) => one.startsWith('RU='));
  try {
    return part === undefined ? null : decodeURIComponent(part.slice('RU='.length));
  } catch {
    return null;
  }
}
